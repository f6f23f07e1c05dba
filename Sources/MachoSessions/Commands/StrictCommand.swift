extension Command {
  package static let strict: Command = .setting(
    "strict", summary: "require expected output for all commands",
    details: """
      'on' fails a command of a script that prints output and has no '|' lines, and one after which
      the feature uses a dependency that is live in tests and that no stub covers.

        strict on
      """,
    helpGroup: .script, transcript: .line, \.isStrict)
}
