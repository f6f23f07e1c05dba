extension Command {
  static let compact: Command = .setting(
    "compact", summary: "have a prompt show of a diff only what changed",
    details: """
      Lines that changed are shown with those that say where they are, the others are counted:
      '… 38 unchanged'. It is about what a prompt shows: a recording has the whole diff, and so has
      a script's output.

        compact on
      """
  ) { $0.isCompact = $1 }
}
