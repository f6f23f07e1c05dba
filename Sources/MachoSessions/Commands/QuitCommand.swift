extension Command {
  package static let quit: Command = .init(
    "quit", usage: [""],
    summary: "exit",
    details: "Ctrl-D on an empty line does the same. In a script, skips the remaining lines.",
    argument: .none, helpGroup: .prompt, traits: .endsSession, transcript: .omitted
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: quit)
    context.direct(.quit)
  }
}
