extension Command {
  static let echo: Command = .init(
    "echo", usage: ["TEXT"],
    summary: "print a text, with the value of each $NAME in it",
    details: """
      '$$' is a dollar sign. A name may have a path behind it.

        let first = rows[0]
        echo the first is $first.name
      """
  ) { session, arguments throws(Diagnostic) in
    session.events.append(.value(try session.replacingVariables(in: arguments)))
  }
}
