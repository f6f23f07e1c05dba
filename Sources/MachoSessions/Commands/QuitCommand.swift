extension Command {
  static let quit: Command = .init(
    "quit", usage: [""],
    summary: "exit",
    details: "Ctrl-D on an empty line does the same. In a script, skips the remaining lines."
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: quit)
    session.directive = .quit
  }
}
