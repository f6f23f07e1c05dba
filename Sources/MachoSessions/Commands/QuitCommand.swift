extension Command {
  static let quit: Command = .init(
    "quit", usage: [""],
    summary: "leave",
    details: "Ctrl-D on an empty line does the same. In a script the lines below are left out."
  ) { session, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: quit)
    session.directive = .quit
  }
}
