extension Command {
  static let mark: Command = .init(
    "mark", usage: ["NAME"],
    summary: "give the present point of the history a name",
    details: """
      'goto NAME' returns to it, 'diff NAME' shows what has changed since, and 'history' lists it. A
      name that is given again moves. Where the action before it was undone and another was done in
      its place, the mark is gone, unless another branch has the action too.

        mark filled
        goto filled
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let name = try arguments.consumeName(for: mark) else {
      throw mark.usageError("a name is missing")
    }
    try arguments.requireEnd(of: mark)
    let open = try session.opened()
    guard !open.history.branches.contains(where: { $0.name == name.text }) else {
      throw Diagnostic("name-taken", "a branch is called '\(name.text)'", at: name.range)
    }
    open.history.mark(name.text)
    let position = open.history.position
    session.events.append(
      .set(name.text, to: position == 0 ? "the start" : "the point behind action \(position)"))
  }
}
