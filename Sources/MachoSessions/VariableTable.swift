import MachoLocks
import MachoValues

/// What `let` and the captures of a script have given names to.
///
/// It is shared with the syntax of each store, which reads values on whatever thread it is asked.
final class VariableTable: Sendable {
  private let values = Lock<[String: Variable]>([:])

  subscript(_ name: String) -> Variable? { values.withLock { $0[name] } }

  /// The names, in order.
  var names: [String] { values.withLock { $0.keys.sorted() } }

  var isEmpty: Bool { values.withLock { $0.isEmpty } }

  func set(_ name: String, to variable: Variable) { values.withLock { $0[name] = variable } }

  func removeAll() { values.withLock { $0 = [:] } }
}

extension Session {
  /// The text of each variable: what a capture of the same name has to match.
  package var variableTexts: [String: String] {
    var texts: [String: String] = [:]
    for name in variables.names { texts[name] = variables[name]?.text }
    return texts
  }

  /// Makes what captures have bound variables of the session; what has a value keeps it.
  package func bind(_ captures: [String: String]) {
    for (name, text) in captures where variables[name] == nil {
      variables.set(name, to: Variable(text: text))
    }
  }

  /// What reads values: the open store's syntax, and without one the variables and files alone.
  var currentSyntax: ValueSyntax {
    open?.syntax ?? ValueSyntax(files: files) { [variables] in variables[$0] }
  }
}
