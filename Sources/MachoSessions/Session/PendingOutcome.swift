/// What the running line has caused so far.
struct PendingOutcome {
  var events: [Event] = []
  /// The events that happened before the line ran.
  var preceding: [Event] = []
  /// The events that a script reproduces by lines of their own, below the line.
  var received: [Event] = []
  /// The directive to the session's host.
  var directive: Outcome.Directive?
  /// The context of an opened feature, if a script would open it in another one by default.
  var impliedContext: ContextChoice?

  /// Returns the events and removes them.
  mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }
}
