extension Command {
  static let timing: Command = .setting(
    "timing", summary: "have a prompt say how long each command took",
    details: """
      The time is the wall clock's, and another one in each run: it stands in no recording and no
      script prints it. A prompt says it below the command.

        timing on
      """
  ) { $0.isTiming = $1 }
}
