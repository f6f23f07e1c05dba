import MachoValues

extension Command {
  static let replay: Command = .init(
    "replay", usage: ["[FROM [TO]] [on STATE]"],
    summary: "send a part of the history again",
    details: """
      Sends again what was sent between two points of the history, which are written as for 'goto':
      all of it without them, and up to the present without TO. It goes on from the present state,
      or starts the feature from STATE first, as 'start' does. Only what was sent is sent: what it
      makes the effects send back comes by itself, and is printed behind it. No time passes, and
      what was received in answer to 'advance' or 'answer' needs that again. Where FROM lies on
      another branch than TO, it is what TO has and FROM has not.

        replay 0 3
        replay filled on State(count: 40)
      """,
    argument: .point
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    var points: [PointReference] = []
    var start: Arguments?
    while start == nil, !arguments.isEmpty {
      if arguments.consume("on") {
        guard !arguments.isEmpty else { throw replay.usageError("a state is missing behind 'on'") }
        start = arguments
      } else if points.count < 2, let point = try arguments.consumePoint(for: replay) {
        points.append(point)
      } else {
        try arguments.requireEnd(of: replay)
      }
    }
    let open = try session.opened()
    guard open.context != .live else {
      throw Diagnostic(
        "not-supported", "what a live feature is answered comes when it comes",
        notes: ["send the actions one by one, as 'history' lists them"])
    }
    let places = try points.map { point throws(Diagnostic) in try open.resolve(of: point) }
    let from = places.first ?? open.history.positionInBranch(0)
    let to = places.count > 1 ? places[1] : open.history.currentPosition
    let sent = open.history.entries(leadingTo: to, butNotTo: from).filter { $0.cause == .sent }
    try session.requireNoExternalWork(open)
    try session.resolveUnassertedActions(of: open, before: "replay")
    session.isFinished = false
    if let start { try session.start(open, from: start) }
    if sent.isEmpty { session.events.append(.notice("nothing was sent there")) }
    try session.replay(sent)
  }
}

extension Session {
  /// Sends actions of the history again, and takes what comes of each before the next.
  fileprivate func replay(_ entries: [History.Entry]) throws(Diagnostic) {
    let open = try opened()
    open.unassertedActions = []
    for entry in entries {
      open.store.send(entry.action)
      let steps = open.store.takeTransitions()
      for (index, step) in steps.enumerated() {
        // When this one came, and after what, is another time's matter.
        if index > 0, !open.store.externalEffects.isEmpty {
          open.queue += steps[index...]
          break
        }
        let isFiltered = index > 0 && open.isIgnored(step.action)
        let line = index > 0 ? open.receiveLine(step.action) : entry.line
        let diff = apply(step, as: line, of: open)
        if !isFiltered { events.append(.replayed(line: line, diff: diff)) }
        reportWatchedChanges(of: open)
      }
      try requireNoExternalWork(open)
    }
  }
}
