extension Command {
  package static let exhaustive: Command = .setting(
    "exhaustive", summary: "require that received actions are asserted",
    details: """
      'on' is the default in scripts: 'send' and 'finish' fail if a received action is not asserted
      by 'receive', and 'finish' fails if effects are in flight. 'off' skips them and prints what it
      skipped.

        exhaustive off
      """,
    helpGroup: .script, transcript: .line, \.isExhaustive)
}
