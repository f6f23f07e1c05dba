extension Command {
  /// Creates a verb that turns a setting on or off. A prompt prints the new value.
  static func setting(
    _ verb: String, summary: String, details: String,
    set: @escaping @Sendable (Session, Bool) -> Void
  ) -> Command {
    let words = ["on", "off"]
    var command = Command(
      verb, usage: ["on|off"], summary: summary, details: details, argument: .words(words)
    ) { _, _ in }
    command.run = { [command] session, arguments throws(Diagnostic) in
      var arguments = arguments
      guard let (text, range) = arguments.consumeWord() else {
        throw command.usageError("'on' or 'off' is missing")
      }
      guard words.contains(text) else {
        throw command.usageError("'\(text)' is neither 'on' nor 'off'", at: range)
      }
      try arguments.requireEnd(of: command)
      set(session, text == "on")
      session.events.append(.set(verb, to: text))
    }
    return command
  }
}
