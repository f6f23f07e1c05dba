extension Command {
  static let timing: Command = .init(
    "timing", usage: ["on|off"],
    summary: "have a prompt say how long each command took",
    details: """
      The time is the wall clock's, and another one in each run: it stands in no recording and no
      script prints it. A prompt says it below the command.

        timing on
      """,
    argument: .words(["on", "off"])
  ) { session, arguments throws(Diagnostic) in
    var arguments = arguments
    let flag = try arguments.flag(for: timing)
    try arguments.requireEnd(of: timing)
    session.isTiming = flag
    session.events.append(.set("timing", to: flag ? "on" : "off"))
  }
}
