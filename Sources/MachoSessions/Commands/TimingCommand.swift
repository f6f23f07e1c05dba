extension Command {
  static let timing: Command = .setting(
    "timing", summary: "show the duration of each command at a prompt",
    details: """
      Prints the wall-clock time below each command. Recordings and scripts do not contain it.

        timing on
      """
  ) { $0.isTiming = $1 }
}
