/// The overview that 'help' prints, for a screen of 24 rows and 60 columns.
enum HelpOverview {
  private static let columns = 60

  static func text(of commands: [Command]) -> String {
    """
    A line is a verb with arguments. Tab completes both.

    \(Command.HelpGroup.allCases.flatMap { rows(of: $0, in: commands) }.joined(separator: "\n"))

      actions         lists the actions of the feature
      send ACTION     sends it and shows the state change
      state PATH      shows the state, or the part at PATH
      undo            undoes the last input
      save FILE       saves the session as a script that passes

    help VERB         explains a verb, for example: help send
    help verbs        lists all verbs, one per line
    help TOPIC        \(HelpTopic.all.map(\.name).joined(separator: ", "))
    """
  }

  /// Returns the verbs of a group, below its title's row if they need several rows. No rows without
  /// verbs.
  private static func rows(of group: Command.HelpGroup, in all: [Command]) -> [String] {
    let commands = all.filter { $0.helpGroup == group }
    guard !commands.isEmpty else { return [] }
    var rows = ["  " + padded(group.rawValue, 8)]
    for command in commands {
      if rows[rows.count - 1].count + 1 + command.verb.count > columns {
        rows.append("  " + padded("", 8))
      }
      rows[rows.count - 1] += " " + command.verb
    }
    return rows
  }
}

/// Returns the text, padded with blanks.
func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
