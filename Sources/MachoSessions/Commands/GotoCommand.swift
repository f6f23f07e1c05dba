extension Command {
  static let goto: Command = .init(
    "goto", usage: ["N", "NAME"],
    summary: "go back or forth to a point of the history",
    details: """
      N is a number of 'history': the point behind that action, 0 for the one before the first. NAME
      is what 'mark' called a point, or a branch, which is gone on with at its end. As with 'undo'
      and 'redo', the effects that were born after the point where the ways part are cancelled and
      none is run again; the clock stays where it is. An object that cannot take a state back is
      replayed, which leads to no other branch once something was done in this one.

        goto 2
      """,
    argument: .point
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    guard let point = try arguments.consumePoint(for: goto) else {
      throw goto.usageError("a number or a name is missing")
    }
    try arguments.requireEnd(of: goto)
    let open = try session.opened()
    try session.timeTravel(to: try open.resolve(of: point))
  }
}
