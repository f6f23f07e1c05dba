extension Command {
  package static let branch: Command = .init(
    "branch", usage: ["NAME", ""], withoutArguments: "list the branches",
    summary: "start a branch of the history, or list the branches",
    details: """
      Later actions belong to the branch NAME. The previous branch ('main' at first) keeps its
      actions, including undone ones: 'goto main' returns to its end. Without NAME, lists the
      branches and marks the current one with '>'.

        undo 2
        branch other
        goto main
      """,
    argument: .none, helpGroup: .history,
    traits: [.travelsInTime, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    let name = try arguments.consumeName(for: branch)
    try arguments.requireEnd(of: branch)
    let open = try context.opened()
    guard let name else {
      context.report(.value(open.history.branchList))
      return
    }
    guard open.history.findPosition(named: name.text) == nil else {
      let isBranch = open.history.branches.contains { $0.name == name.text }
      throw Diagnostic(
        "name-taken", "a \(isBranch ? "branch" : "mark") named '\(name.text)' exists already",
        at: name.range,
        notes: isBranch ? ["continue it:  goto \(name.text)"] : [])
    }
    open.history.startBranch(named: name.text)
    context.report(.set("the branch", to: name.text))
  }
}

extension History {
  /// One line for each branch, with its number of actions.
  fileprivate var branchList: String {
    let width = branches.map(\.name.count).max() ?? 0
    return branches.indices.map { index in
      let (name, count) = (branches[index].name, branches[index].count)
      let padding = String(repeating: " ", count: width - name.count)
      let at = index == branch && position < count ? ", at \(position)" : ""
      return "\(index == branch ? ">" : " ") \(name)\(padding)"
        + "  \(count == 1 ? "1 action" : "\(count) actions")\(at)"
    }.joined(separator: "\n")
  }
}
