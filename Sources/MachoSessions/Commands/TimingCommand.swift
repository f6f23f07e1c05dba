extension Command {
  package static let timing: Command = .setting(
    "timing", summary: "show the duration of each command at a prompt",
    details: """
      Prints the wall-clock time below each command. Recordings and scripts do not contain it.

        timing on
      """,
    helpGroup: .prompt, traits: [.outlivesStore, .changesDisplay], transcript: .line, \.isTiming)
}
