extension Command {
  /// Creates a verb that turns a setting on or off. A prompt prints the new value.
  static func setting(
    _ verb: String, summary: String, details: String, helpGroup: HelpGroup,
    transcript: TranscriptForm, set: @escaping @Sendable (Session, Bool) -> Void
  ) -> Command {
    let words = ["on", "off"]
    return Command(
      verb, usage: ["on|off"], summary: summary, details: details, argument: .words(words),
      helpGroup: helpGroup, traits: [], transcript: transcript
    ) { session, arguments throws(Diagnostic) in
      guard let command = Command.named(verb) else { return }
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
  }
}
