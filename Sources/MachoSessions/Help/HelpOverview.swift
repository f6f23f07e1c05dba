/// What 'help' says of all verbs together: on one screen of 24 rows and 60 columns.
enum HelpOverview {
  /// The verbs by what they are for.
  static let groups: [(title: String, verbs: [String])] = [
    ("begin", ["feature", "start", "reset", "use", "context"]),
    ("act", ["send", "receive", "skip", "finish"]),
    ("look", ["state", "actions", "effects", "diff", "watch", "filter", "echo"]),
    ("wait", ["advance", "run-clock", "settle", "stub", "answer"]),
    ("go back", ["history", "undo", "redo", "goto", "mark", "branch", "replay"]),
    ("script", ["expect", "let", "save", "export", "record", "source", "requires"]),
    ("", ["xfail", "timeout", "exhaustive", "strict"]),
    ("prompt", ["timing", "compact", "help", "quit"]),
  ]

  /// The verbs that no group names.
  static var ungrouped: [String] {
    Command.all.map(\.verb).filter { verb in !groups.contains { $0.verbs.contains(verb) } }
  }

  static var text: String {
    let groups = groups + [("more", ungrouped)].filter { !$0.1.isEmpty }
    let rows = groups.map { "  \(padded($0.title, 9))\($0.verbs.joined(separator: " "))" }
    return """
      A line is a verb and what it takes. Tab completes both.

      \(rows.joined(separator: "\n"))

        actions         lists what can be sent here
        send ACTION     sends it, and shows what it changes
        state PATH      shows the state, or the part at PATH
        undo            takes the last action back
        save FILE       keeps the session as a script that passes

      help VERB         explains one, with an example: help send
      help verbs        has a line for each verb
      help TOPIC        \(HelpTopic.all.map(\.name).joined(separator: ", "))
      """
  }
}

/// The text, filled up with blanks.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
