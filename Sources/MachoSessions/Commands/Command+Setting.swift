extension Command {
  /// Creates a verb that turns a setting on or off. A prompt prints the new value.
  static func setting(
    _ verb: String, summary: String, details: String, helpGroup: HelpGroup,
    traits: Traits = .outlivesStore, transcript: TranscriptForm,
    _ setting: any WritableKeyPath<SessionSettings, Bool> & Sendable
  ) -> Command {
    let words = ["on", "off"]
    return Command(
      verb, usage: ["on|off"], summary: summary, details: details, argument: .words(words),
      helpGroup: helpGroup, traits: traits, transcript: transcript
    ) { context, arguments throws(Diagnostic) in
      var arguments = arguments
      guard let (text, range) = arguments.consumeWord() else {
        throw context.command.usageError("'on' or 'off' is missing")
      }
      guard words.contains(text) else {
        throw context.command.usageError("'\(text)' is neither 'on' nor 'off'", at: range)
      }
      try arguments.requireEnd(of: context.command)
      context.set(setting, to: text == "on")
      context.report(.set(verb, to: text))
    }
  }
}
