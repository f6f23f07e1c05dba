import MachoValues

extension Command {
  static let receive: Command = .init(
    "receive", usage: ["CASE", "ACTION", "_"],
    summary: "assert the next received action",
    details: """
      Takes the oldest action that effects have sent back and nobody has named: by its case, by a
      dotted prefix, by the whole value, or any by '_'. Where received actions are taken as they
      come, as at a prompt, it asserts the oldest one printed and prints nothing new.

        receive factResponse
        receive factResponse("3 is prime")
      """,
    argument: .action
  ) { session, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw receive.misuse("an action is missing") }
    let open = try session.opened()
    let patterns: [ValuePattern]
    do throws(ValueError) {
      patterns = try open.syntax.readPatterns(arguments.text, of: open.feature.receivedTypes)
    } catch { throw Diagnostic(error, offset: arguments.offset) }
    session.isFinished = false
    try session.requireNothingOutside(open)
    if session.taking == .atOnce {
      guard let index = session.index(of: patterns, in: open.unnamed) else {
        throw session.notReceived(arguments, next: nil)
      }
      let step = open.unnamed[index]
      open.unnamed.removeSubrange(...index)
      session.events.append(.named(action: open.syntax.print(step.action)))
      return
    }
    guard let index = session.index(of: patterns, in: open.queue) else {
      throw session.notReceived(arguments, next: open.queue.first)
    }
    for skipped in open.queue[..<index] { session.skip(skipped) }
    let step = open.queue[index]
    open.queue.removeSubrange(...index)
    let diff = session.take(step, as: open.receiveLine(step.action))
    session.events.append(.changed(diff: diff))
  }
}

extension Session {
  /// The step that a `receive` takes: the oldest, or the oldest that fits where nothing is
  /// exhaustive.
  fileprivate func index(of patterns: [ValuePattern], in steps: [Step]) -> Int? {
    let candidates = isExhaustive ? steps.prefix(1) : steps[...]
    return candidates.firstIndex { step in patterns.contains { $0.matches(step.action) } }
  }

  fileprivate func notReceived(_ arguments: Arguments, next: Step?) -> Diagnostic {
    Diagnostic(
      "not-received", "no received action is '\(arguments.text)'", at: arguments.range,
      notes: next.map { ["the next one is:  \(open?.syntax.print($0.action) ?? "")"] } ?? [])
  }
}
