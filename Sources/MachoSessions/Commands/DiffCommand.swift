extension Command {
  static let diff: Command = .init(
    "diff", usage: ["[FROM [TO]]"],
    summary: "show what several actions changed together",
    details: """
      FROM and TO are numbers of 'history': the state after that action, 0 for the one before the
      first. Without TO it is the state as it is now, without FROM all there was.

        diff 2 5
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let from = try arguments.number(for: diff)
    let to = try arguments.number(for: diff)
    try arguments.requireEnd(of: diff)
    let open = try session.opened()
    let old = try session.state(after: from ?? (0, nil), of: open)
    let new = try to.map { number throws(Diagnostic) in try session.state(after: number, of: open) }
    session.events.append(.changed(diff: open.store.diff(old, new ?? open.shown)))
  }
}

extension Session {
  /// The state after an action of the history.
  fileprivate func state(
    after number: (value: Int, range: Range<Int>?), of open: OpenStore
  ) throws(Diagnostic) -> Any {
    let entries = open.history.entries
    guard number.value > 0 else { return entries.first?.step.before ?? open.shown }
    guard number.value <= entries.count else {
      let count = entries.count
      throw Diagnostic(
        "no-such-action",
        "the history has \(count == 1 ? "1 action" : "\(count) actions"), not \(number.value)",
        at: number.range)
    }
    return entries[number.value - 1].step.after
  }
}

extension Arguments {
  /// Reads a whole number, where there is a word.
  fileprivate mutating func number(
    for command: Command
  ) throws(Diagnostic) -> (value: Int, range: Range<Int>?)? {
    guard let (text, range) = word() else { return nil }
    guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text) else {
      throw command.misuse("'\(text)' is no number of an action", at: range)
    }
    return (number, range)
  }
}
