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
    let from = try arguments.point(for: diff)
    let to = try arguments.point(for: diff)
    try arguments.requireEnd(of: diff)
    let open = try session.opened()
    let start = History.Place(branch: open.history.branch, position: 0)
    let old = try from.map { point throws(Diagnostic) in try open.place(of: point) } ?? start
    let new = try to.map { point throws(Diagnostic) in try open.place(of: point) }
    let after = new.map { open.history.state(at: $0) ?? open.shown } ?? open.shown
    session.events.append(
      .changed(diff: open.store.diff(open.history.state(at: old) ?? open.shown, after)))
  }
}
