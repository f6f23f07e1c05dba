extension Command {
  package static let diff: Command = .init(
    "diff", usage: ["[FROM [TO]]"],
    summary: "show the combined changes of several actions",
    details: """
      FROM and TO are numbers of 'history' or names of marks and branches. A number is the state
      after that action; 0 is the start. Default for FROM: the start. Default for TO: the present
      state.

        diff 2 5
      """,
    argument: .point, helpGroup: .inspect, traits: [.readsState, .readsHistory], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    var arguments = arguments
    let from = try arguments.consumePoint(for: diff)
    let to = try arguments.consumePoint(for: diff)
    try arguments.requireEnd(of: diff)
    let open = try context.opened()
    let start = open.history.positionInBranch(0)
    let old = try from.map { point throws(Diagnostic) in try open.resolve(point) } ?? start
    let new = try to.map { point throws(Diagnostic) in try open.resolve(point) }
    let before = try open.state(at: old)
    let after =
      try new.map { position throws(Diagnostic) in try open.state(at: position) }
      ?? open.recordedState
    context.report(.compared(open.store.change(from: before, to: after)))
  }
}

extension OpenStore {
  /// Returns the state at a position of the history, or the script state at the current position.
  func state(at position: History.Position) throws(Diagnostic) -> RecordedState {
    guard position != history.currentPosition else { return recordedState }
    guard let state = history.state(at: position, by: store) else {
      throw History.irreproducibleStateError
    }
    return state
  }
}
