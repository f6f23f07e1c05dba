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

  /// Sets a variable. Removes it if `variable` is `nil`.
  func set(_ name: String, to variable: Variable?) { values.withLock { $0[name] = variable } }

  func removeAll() { values.withLock { $0 = [:] } }
}
