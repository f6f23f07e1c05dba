extension Command {
  static let redo: Command = .init(
    "redo", usage: ["[COUNT]"],
    summary: "go forth again by an action, or by COUNT",
    details: """
      Puts the state of after the action back in place. Its effects are not run again: what they
      sent stands in the history behind it.

        redo 2
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let count = try arguments.count(for: redo, fallback: 1)
    try arguments.requireEnd(of: redo)
    let open = try session.opened()
    guard let entry = open.history.redo(count) else {
      let later = open.history.entries.count - open.history.position
      throw Diagnostic("nothing-to-redo", History.shortage(of: "later", later, asked: count))
    }
    do throws(Diagnostic) { try session.travel(to: entry.step.end) } catch {
      _ = open.history.undo(count)
      throw error
    }
  }
}
