import MachoValues

extension Command {
  static let actions: Command = .init(
    "actions", usage: ["[FILTER]"],
    summary: "list the actions with their types",
    details: """
      FILTER keeps those whose name or description contains it, capitals or not. Other names that the
      feature was registered with are listed last, with what they stand for. Behind an action stands
      what it does, where the feature was registered with that.

        actions fact
      """
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    let filter = arguments.text.lowercased()
    let cases = open.syntax.actions(of: open.feature)
    session.events.append(
      .actions(
        cases.filter { action in
          filter.isEmpty || action.name.lowercased().contains(filter)
            || action.summary?.lowercased().contains(filter) ?? false
        }))
  }
}
