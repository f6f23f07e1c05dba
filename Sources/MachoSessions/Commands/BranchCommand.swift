extension Command {
  static let branch: Command = .init(
    "branch", usage: ["NAME", ""], withoutArguments: "the branches",
    summary: "try another way from here, and keep this one",
    details: """
      What is done from here on belongs to the branch NAME. The branch that is left, 'main' at first,
      stays as it is, what was undone in it included: 'goto main' returns to its end. Without a NAME
      it lists the branches; '>' stands before the one in use.

        undo 2
        branch other
        goto main
      """
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let name = try arguments.consumeName(for: branch)
    try arguments.requireEnd(of: branch)
    let open = try session.opened()
    guard let name else {
      session.events.append(.value(open.history.branchList))
      return
    }
    guard open.history.findPosition(named: name.text) == nil else {
      let isBranch = open.history.branches.contains { $0.name == name.text }
      throw Diagnostic(
        "name-taken", "a \(isBranch ? "branch" : "mark") is called '\(name.text)'", at: name.range,
        notes: isBranch ? ["go on with it:  goto \(name.text)"] : [])
    }
    open.history.startBranch(branch: name.text)
    session.events.append(.set("the branch", to: name.text))
  }
}

extension History {
  /// A line for each branch, with how much there is to it.
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
