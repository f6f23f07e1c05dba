extension Command {
  static let exhaustive: Command = .init(
    "exhaustive", usage: ["on|off"],
    summary: "say whether everything received has to be named",
    details: """
      'on', as every script begins: an action that no 'receive' names fails the next 'send' or
      'finish', and so does an effect that still runs at 'finish'. 'off' skips them and says so.

        exhaustive off
      """,
    argument: .words(["on", "off"])
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let flag = try arguments.flag(for: exhaustive)
    try arguments.requireEnd(of: exhaustive)
    session.isExhaustive = flag
    session.events.append(.set("exhaustive", to: flag ? "on" : "off"))
  }
}
