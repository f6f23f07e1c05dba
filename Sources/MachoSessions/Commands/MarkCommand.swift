extension Command {
  package static let mark: Command = .init(
    "mark", usage: ["NAME"],
    summary: "name the current point of the history",
    details: """
      'goto NAME' restores it, 'diff NAME' shows the changes since, and 'history' lists it.
      Assigning a name again moves the mark. A mark is removed with its action: when the action was
      undone, another one replaced it, and no other branch contains it.

        mark filled
        goto filled
      """,
    argument: .none, helpGroup: .history, traits: [], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let name = try arguments.consumeName(for: mark) else {
      throw mark.usageError("a name is missing")
    }
    try arguments.requireEnd(of: mark)
    let open = try context.opened()
    guard !open.history.branches.contains(where: { $0.name == name.text }) else {
      throw Diagnostic("name-taken", "a branch named '\(name.text)' exists already", at: name.range)
    }
    open.history.mark(name.text)
    let position = open.history.position
    context.report(
      .set(name.text, to: position == 0 ? "the start" : "the point after action \(position)"))
  }
}
