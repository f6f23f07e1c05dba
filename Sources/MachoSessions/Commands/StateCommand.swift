extension Command {
  package static let state: Command = .init(
    "state", usage: ["[PATH]"],
    summary: "show the state or a part of it",
    details: """
      Shows the state after the last sent or asserted action. PATH is as for 'expect'.

        state count
      """,
    argument: .path, helpGroup: .inspect, traits: [.readsState, .usesPager], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    let open = try context.opened()
    let value = arguments.isEmpty ? open.scriptState : try open.value(at: arguments).value
    context.report(.value(open.store.text(of: value)))
  }
}
