extension Command {
  static let strict: Command = .init(
    "strict", usage: ["on|off"],
    summary: "say whether output that is not compared is a failure",
    details: """
      With 'on', a command of a script that prints something and has no '|' lines fails.

        strict on
      """,
    argument: .words(["on", "off"])
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let flag = try arguments.flag(for: strict)
    try arguments.requireEnd(of: strict)
    session.isStrict = flag
    session.events.append(.set("strict", to: flag ? "on" : "off"))
  }
}
