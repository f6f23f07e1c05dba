extension Command {
  static let exhaustive: Command = .setting(
    "exhaustive", summary: "say whether everything received has to be named",
    details: """
      'on', as every script begins: an action that no 'receive' names fails the next 'send' or
      'finish', and so does an effect that still runs at 'finish'. 'off' skips them and says so.

        exhaustive off
      """
  ) { $0.isExhaustive = $1 }
}
