extension Command {
  package static let reload: Command = .init(
    "reload", usage: [""],
    summary: "continue the session in the rebuilt driver",
    details: """
      Runs the driver's executable again and repeats the lines of the session there. Each line that
      does something else is printed with its output before ('E|') and now ('A|'). A line that acts
      and fails now ends that: it and the lines below become comments of the session, and the next
      'reload' tries them again unless you have changed the session. 'macho repl --watch' reloads by
      itself. The lines of live stores are not repeated: their actions are reduced, without effects.
      """,
    argument: .none, helpGroup: .prompt, traits: [], transcript: .excluded
  ) { context, arguments throws(Diagnostic) in
    try arguments.requireEnd(of: reload)
    if let note = try context.reload() { context.report(.notice(note)) }
  }
}
