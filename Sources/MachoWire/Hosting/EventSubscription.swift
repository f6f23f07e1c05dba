import MachoSessions
import MachoValues

/// Who is told of a session's events, and of which.
struct EventSubscription {
  let connection: Connection
  /// The kinds that are told; nil: all.
  var kinds: Set<String>?
  /// Of received actions, those that are told; nil: all.
  var actions: [ActionPattern]?
  /// Whether events say how they changed the state.
  var includesPatches = false
  /// The state that the client knows from patches.
  var lastSentState = JSONValue.null

  func matches(_ event: SessionEvent) -> Bool {
    if let kinds, !kinds.contains(event.kind) { return false }
    if let actions, let action = event.action { return actions.contains { $0.matches(action) } }
    return true
  }
}

/// Something that happened in a session, as those are told who follow it.
struct SessionEvent {
  /// Every kind, as the protocol names it.
  static let kinds = [
    "ran", "opened", "changed", "received", "replayed", "watched", "notice", "called", "came",
    "failed", "settled", "ended",
  ]

  var kind: String
  var members: [JSONValue.Member] = []
  /// The number of the effect that sent a received action.
  var effect: Int?
  /// The action that was received.
  var action: Any?
  /// The state behind it, where it may have changed.
  var state: JSONValue?
  /// Whether nobody's request made it happen.
  var isExternal = false
}
