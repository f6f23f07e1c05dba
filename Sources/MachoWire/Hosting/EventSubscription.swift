import MachoSessions
import MachoValues

/// A subscriber of a session's events, and its filters.
struct EventSubscription {
  let connection: Connection
  /// The kinds to send; `nil` sends all.
  var kinds: Set<String>?
  /// The patterns of received actions to send; `nil` sends all.
  var actions: [ActionPattern]?
  /// Whether events contain state patches.
  var includesPatches = false
  /// The state that the client has reconstructed from patches.
  var lastSentState = JSONValue.null

  func matches(_ event: SessionEvent) -> Bool {
    if let kinds, !kinds.contains(event.kind) { return false }
    if let actions, let action = event.action { return actions.contains { $0.matches(action) } }
    return true
  }
}

/// An event of a session, as subscribers receive it.
struct SessionEvent {
  /// All kinds that the protocol defines.
  static let kinds = [
    "ran", "opened", "changed", "received", "replayed", "modified", "watched", "notice", "called",
    "externalInput", "failed", "settled", "ended",
  ]

  var kind: String
  var members: [JSONValue.Member] = []
  /// The number of the effect that sent a received action.
  var effect: Int?
  /// The received action.
  var action: Any?
  /// The state after the event, if it may have changed.
  var state: JSONValue?
  /// Whether external work caused it, and no request.
  var isExternal = false
}
