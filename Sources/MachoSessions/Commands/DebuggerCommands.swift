/// What a verb of the debugger does with the script that a prompt debugs.
package enum DebuggerOperation: String, Sendable {
  case retry, step, `continue`, list, accept
}

extension Command {
  /// The verbs that a session has besides `all` while its host debugs a script in it. The host performs
  /// them.
  package static let debugger: [Command] = [
    debugger(.retry, "run the failed line again"),
    debugger(.step, "run the next line of the script"),
    debugger(.continue, "run the rest of the script"),
    debugger(.list, "show the script around the line"),
    debugger(.accept, "write the actual output of the failed line to the script"),
  ]

  /// Whether a line has a verb of the debugger.
  package static func isDebugger(_ line: Line) -> Bool {
    debugger.contains { $0.verb == line.verb }
  }

  private static func debugger(_ operation: DebuggerOperation, _ summary: String) -> Command {
    Command(
      operation.rawValue, usage: [""], summary: summary,
      details: "Exists only while a script is debugged. Saved sessions do not contain it.",
      argument: .none, helpGroup: .debug, traits: [], transcript: .excluded
    ) { context, arguments throws(Diagnostic) in
      try arguments.requireEnd(of: context.command)
      context.direct(.debug(operation))
    }
  }
}
