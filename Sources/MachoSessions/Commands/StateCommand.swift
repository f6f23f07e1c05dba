extension Command {
  package static let state: Command = .init(
    "state", usage: ["[PATH]"],
    summary: "show the state or a part of it",
    details: """
      Shows the state after the last sent or asserted action. PATH is as for 'expect'.

        state count
      """,
    argument: .path, helpGroup: .inspect, traits: .readsState, transcript: .line
  ) { session, arguments throws(Diagnostic) in
    let open = try session.opened()
    let value = arguments.isEmpty ? open.scriptState : try session.value(at: arguments).value
    session.events.append(.value(open.store.text(of: value)))
  }
}
