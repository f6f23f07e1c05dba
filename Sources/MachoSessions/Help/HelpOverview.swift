/// The overview that 'help' prints, for a screen of 24 rows and 60 columns.
enum HelpOverview {
  /// The verbs, grouped by purpose.
  static let groups: [(title: String, verbs: [String])] = [
    ("open", ["feature", "start", "reset", "use", "context"]),
    ("act", ["send", "receive", "skip", "finish"]),
    ("inspect", ["state", "actions", "effects", "diff", "watch", "ignore", "echo"]),
    ("time", ["advance", "run-clock", "settle", "stub", "answer"]),
    ("history", ["history", "undo", "redo", "goto", "mark", "branch", "replay"]),
    ("script", ["expect", "let", "save", "export", "record", "source", "requires"]),
    ("", ["xfail", "timeout", "exhaustive", "strict"]),
    ("prompt", ["timing", "compact", "help", "quit"]),
  ]

  /// The verbs without a group.
  static var ungrouped: [String] {
    Command.all.map(\.verb).filter { verb in !groups.contains { $0.verbs.contains(verb) } }
  }

  static var text: String {
    let groups = groups + [("more", ungrouped)].filter { !$0.1.isEmpty }
    let rows = groups.map { "  \(padded($0.title, 9))\($0.verbs.joined(separator: " "))" }
    return """
      A line is a verb with arguments. Tab completes both.

      \(rows.joined(separator: "\n"))

        actions         lists the actions of the feature
        send ACTION     sends it and shows the state change
        state PATH      shows the state, or the part at PATH
        undo            undoes the last action
        save FILE       saves the session as a script that passes

      help VERB         explains a verb, for example: help send
      help verbs        lists all verbs, one per line
      help TOPIC        \(HelpTopic.all.map(\.name).joined(separator: ", "))
      """
  }
}

/// Returns the text, padded with blanks.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
