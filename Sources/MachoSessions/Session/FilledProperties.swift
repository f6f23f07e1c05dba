import MachoLocks
import MachoValues

/// The properties that lines leave out, which a session reports once.
///
/// The syntax of each store shares it and may add properties on any thread.
final class FilledProperties: Sendable {
  private struct State: Sendable {
    /// Those of the running line.
    var pending: [FilledProperty] = []
    var reported: Set<FilledProperty> = []
  }

  private let state = Lock(State())

  func add(_ property: FilledProperty) {
    state.withLock { if !$0.pending.contains(property) { $0.pending.append(property) } }
  }

  /// Forgets what was read before a line, such as its beginnings that a prompt completes.
  func start() { state.withLock { $0.pending = [] } }

  /// Returns the properties of the running line that no line had before, each once.
  func takeNew() -> [FilledProperty] {
    state.withLock { state in
      let pending = state.pending
      state.pending = []
      return pending.filter { state.reported.insert($0).inserted }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }
}
