extension Command {
  static let strict: Command = .setting(
    "strict", summary: "say whether output that is not compared is a failure",
    details: """
      With 'on', a command of a script that prints something and has no '|' lines fails.

        strict on
      """
  ) { $0.isStrict = $1 }
}
