import MachoValues

extension Command {
  static let advance: Command = .init(
    "advance", usage: ["DURATION", ""], withoutArguments: "to the next deadline",
    summary: "let time pass on the controlled clock",
    details: """
      Wakes what sleeps, a deadline at a time, and runs the store after each. Without a DURATION
      time goes to the next deadline. Of several open stores each has its time pass.

        advance 300ms
      """
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    let duration: Duration
    if arguments.isEmpty {
      guard let next = session.nextDeadline else {
        throw Diagnostic("no-deadline", "nothing sleeps on the controlled clock")
      }
      duration = next
    } else {
      do throws(ValueError) {
        duration = try open.syntax.read(arguments.text, as: Duration.self)
      } catch {
        throw Diagnostic(error, offset: arguments.offset)
      }
    }
    guard duration >= .zero else {
      throw Diagnostic("out-of-range", "time does not go backwards", at: arguments.range)
    }
    session.isFinished = false
    try session.advanceClocks(duration, of: open)
  }
}

extension Session {
  /// The distance to the next deadline in any store.
  package var nextDeadline: Duration? { stores.compactMap(\.store.nextDeadline).min() }

  /// Lets time pass in every store whose time does not pass by itself, which must not be `open`.
  func advanceClocks(_ duration: Duration, of open: OpenStore) throws(Diagnostic) {
    guard open.store.advance(by: duration) else {
      throw Diagnostic(
        "not-supported", "in the \(open.context.rawValue) context time passes by itself",
        notes: ["wait for what is outside:  settle within 2s"])
    }
    for other in stores where other !== open { _ = other.store.advance(by: duration) }
    journal?.recordElapsedTime(duration)
  }
}
