import MachoSessions
import MachoValues

/// A line that a session has run.
struct RememberedLine: Sendable {
  var line: Line
  /// Whether a script of the session needs the line: neither did it fail without doing anything, nor did
  /// it only show something.
  var isNeeded: Bool

  /// Creates the memory of a line that is needed unless it only shows something.
  ///
  /// - Parameter hasDoneNothing: Whether it failed and left everything as it was.
  init(_ line: Line, hasDoneNothing: Bool) {
    self.line = line
    let isQuery = line.has(.readsState) && !line.has(.asserts)
    isNeeded = !isQuery && !hasDoneNothing
  }
}

/// What the result of a line says about the session after it.
struct SessionStatus: Equatable, Sendable {
  private let members: [JSONValue?]

  init(_ result: JSONValue) {
    members = ["position", "effects", "status", "wakes", "pending"].map { result[$0] }
  }
}

extension JSONValue {
  /// Whether the result of a line has a state change or a received action.
  var hasChanges: Bool {
    !(self["diff"]?.isNull ?? true) || !(self["received"]?.array ?? []).isEmpty
  }
}
