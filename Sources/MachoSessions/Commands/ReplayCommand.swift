extension Command {
  package static let replay: Command = .init(
    "replay", usage: ["[FROM [TO]] [on STATE]"],
    summary: "send actions of the history again",
    details: """
      Sends the sent actions between two points again. Points are written as for 'goto'. Default for
      FROM: the start. Default for TO: the present. Starts with the present state, or restarts the
      feature with STATE. Received actions are not replayed: they follow from the sent ones and are
      printed. The clock does not advance, so actions that need 'advance' or 'answer' do not arrive.
      If FROM and TO are on different branches, replays the actions that only TO has. 'undo' undoes
      the whole replay, and 'undo 1 action' its last action.

        replay 0 3
        replay filled on State(count: 40)
      """,
    argument: .pointsOrState, helpGroup: .history,
    traits: [.repeatsActions, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    var points: [PointReference] = []
    var start: Arguments?
    while start == nil, !arguments.isEmpty {
      if arguments.consume("on") {
        guard !arguments.isEmpty else { throw replay.usageError("a state is missing after 'on'") }
        start = arguments
      } else if points.count < 2, let point = try arguments.consumePoint(for: replay) {
        points.append(point)
      } else {
        try arguments.requireEnd(of: replay)
      }
    }
    let open = try context.opened()
    guard open.context != .live else {
      throw Diagnostic(
        "not-supported", "responses in the live context have no fixed order",
        notes: ["send the actions one by one, as 'history' lists them"])
    }
    let positions = try points.map { point throws(Diagnostic) in try open.resolve(point) }
    let from = positions.first ?? open.history.positionInBranch(0)
    let to = positions.count > 1 ? positions[1] : open.history.currentPosition
    let sent = open.history.entries(leadingTo: to, butNotTo: from).filter { $0.cause == .sent }
    try open.requireNoExternalWork()
    context.report(
      try open.resolveUnassertedActions(
        before: replay.verb, isExhaustive: context.isExhaustive))
    context.setFinished(false)
    if let start { try context.start(open, from: start) }
    if sent.isEmpty { context.report(.notice("no action was sent in this range")) }
    try context.replay(sent)
  }
}

extension Line {
  /// The state after the `on` of a `replay` line. `nil` if there is none.
  package var replayStart: Arguments? {
    var arguments = arguments
    while !arguments.isEmpty {
      if arguments.consume("on") { return arguments }
      _ = arguments.consumeWord()
    }
    return nil
  }
}

extension CommandContext {
  /// Sends actions of the history again. Applies the received actions of each before the next.
  fileprivate func replay(_ entries: [History.Entry]) throws(Diagnostic) {
    let open = try opened()
    open.unassertedActions = []
    for (number, entry) in entries.enumerated() {
      open.store.send(entry.action)
      // All replayed actions are one input.
      let transitions = number == 0 ? open.takeTransitions() : open.takeFurtherTransitions()
      for (index, transition) in transitions.enumerated() {
        // The timing of these actions depends on external work.
        if index > 0, !open.store.externalEffects.isEmpty {
          open.queue += transitions[index...]
          break
        }
        let isIgnored = index > 0 && open.isIgnored(transition.action)
        let line = index > 0 ? open.receiveLine(transition.action) : Line(entry.line)
        let change = open.apply(transition, as: line)
        if !isIgnored { report(.replayed(line, change)) }
        report(open.takeWatchedChanges())
      }
      try open.requireNoExternalWork()
    }
  }
}
