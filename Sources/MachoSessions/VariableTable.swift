import MachoLocks
import MachoValues

/// The variables that `let` and a script's captures have set.
///
/// The syntax of each store shares it and may read it on any thread.
final class VariableTable: Sendable {
  private let values = Lock<[String: Variable]>([:])

  subscript(_ name: String) -> Variable? { values.withLock { $0[name] } }

  /// The names, sorted.
  var names: [String] { values.withLock { $0.keys.sorted() } }

  var isEmpty: Bool { values.withLock { $0.isEmpty } }

  func set(_ name: String, to variable: Variable) { values.withLock { $0[name] = variable } }

  func removeAll() { values.withLock { $0 = [:] } }
}

extension Session {
  /// The text of each variable. A capture of the same name must match it.
  package var variableTexts: [String: String] {
    var texts: [String: String] = [:]
    for name in variables.names { texts[name] = variables[name]?.text }
    return texts
  }

  /// Turns captures into variables. Existing variables keep their values.
  package func bind(_ captures: [String: String]) {
    for (name, text) in captures where variables[name] == nil {
      variables.set(name, to: Variable(text: text))
    }
  }

  /// The open store's syntax. Without an open store, a syntax with only the variables and files.
  var currentSyntax: ValueSyntax {
    open?.syntax ?? ValueSyntax(files: files) { [variables] in variables[$0] }
  }
}
