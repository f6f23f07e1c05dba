import MachoValues

extension Command {
  package static let actions: Command = .init(
    "actions", usage: ["[FILTER]"],
    summary: "list the actions with their types",
    details: """
      FILTER selects the actions whose name or description contains it, ignoring case. Aliases are
      listed last, with their expansions. An action's description follows its types.

        actions fact
      """,
    argument: .none, helpGroup: .inspect, traits: .usesPager, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    let open = try context.opened()
    let filter = arguments.text.lowercased()
    let cases = open.syntax.actions(of: open.feature)
    context.report(
      .actions(
        cases.filter { action in
          filter.isEmpty || action.name.lowercased().contains(filter)
            || action.summary?.lowercased().contains(filter) ?? false
        }))
  }
}
