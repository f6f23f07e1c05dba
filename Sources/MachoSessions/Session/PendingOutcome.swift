/// What the running line has caused so far.
struct PendingOutcome {
  var events: [Event] = []
  /// The directive to the session's host.
  var directive: Outcome.Directive?
  /// The context of an opened feature, if a script would open it in another one by default.
  var impliedContext: RunContext?

  /// Returns the events and removes them.
  mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}
