extension Command {
  static let diff: Command = .init(
    "diff", usage: ["[FROM [TO]]"],
    summary: "show what several actions changed together",
    details: """
      FROM and TO are numbers of 'history': the state after that action, 0 for the one before the
      first; or names of 'mark' and 'branch'. Without TO it is the state as it is now, without FROM
      all there was.

        diff 2 5
      """,
    argument: .point
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let from = try arguments.consumePoint(for: diff)
    let to = try arguments.consumePoint(for: diff)
    try arguments.requireEnd(of: diff)
    let open = try session.opened()
    let start = open.history.positionInBranch(0)
    let old = try from.map { point throws(Diagnostic) in try open.resolve(of: point) } ?? start
    let new = try to.map { point throws(Diagnostic) in try open.resolve(of: point) }
    let before = try open.state(at: old)
    let after =
      try new.map { place throws(Diagnostic) in try open.state(at: place) } ?? open.scriptState
    session.events.append(.changed(diff: open.store.diff(before, after)))
  }
}

extension OpenStore {
  /// The state at a place of the history; the present one where nothing was done yet.
  func state(at place: History.Position) throws(Diagnostic) -> Any {
    guard place != history.currentPosition else { return scriptState }
    guard let state = history.state(at: place, by: store) else {
      throw History.irreproducibleStateError
    }
    return state
  }
}
