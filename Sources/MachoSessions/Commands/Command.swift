/// A verb with its arguments, help text, facts and implementation.
///
/// To add a verb, add one file in this folder and one line in `Command.all`. Other modules ask a
/// command for its facts; they never compare verbs.
package final class Command: Sendable {
  /// The kind of arguments that completion offers after the verb.
  package enum Argument: Equatable, Sendable {
    case none, sentAction, receivedAction, feature, store, state, stub, answer, path, comparison
    case binding, property, verb
    case point
    /// Points of the history, then `on` and a state.
    case pointsOrState
    case words([String])
    /// A context, with a preset of the open feature.
    case context
    /// The keywords and files of the usage.
    case form
  }

  /// The line's first word.
  package let verb: String
  /// The forms of the arguments, for example `ACTION`.
  package let usage: [String]
  /// What the verb does without arguments, if that is allowed: a short phrase.
  package let withoutArguments: String
  /// The one-line description in the list of verbs.
  package let summary: String
  /// The rest of the help, with an example.
  package let details: String
  /// The kind of arguments that completion offers.
  package let argument: Argument
  /// The row of the verb in the overview of 'help'.
  package let helpGroup: HelpGroup
  /// Facts that other modules ask for.
  package let traits: Traits
  /// How a transcript contains the verb's lines.
  package let transcript: TranscriptForm
  /// Runs the command.
  let run: @Sendable (CommandContext, Arguments) throws(Diagnostic) -> Void

  init(
    _ verb: String, usage: [String], withoutArguments: String = "", summary: String,
    details: String, argument: Argument, helpGroup: HelpGroup, traits: Traits,
    transcript: TranscriptForm,
    run: @escaping @Sendable (CommandContext, Arguments) throws(Diagnostic) -> Void
  ) {
    self.verb = verb
    self.usage = usage
    self.withoutArguments = withoutArguments
    self.summary = summary
    self.details = details
    self.argument = argument
    self.helpGroup = helpGroup
    self.traits = traits
    self.transcript = transcript
    self.run = run
  }

  /// All verbs, in the order of `help`.
  package static let all: [Command] = [
    .feature, .use, .context, .start, .reset, .stub, .answer,
    .send, .receive, .modify, .expect, .let, .advance, .runClock, .settle, .schedule, .skip,
    .finish, .property, .always, .never, .at, .after, .once,
    .state, .actions, .effects, .echo, .history, .diff, .explore, .undo, .redo,
    .goto, .mark, .branch, .replay, .watch, .ignore,
    .source, .requires, .xfail, .timeout, .exhaustive, .strict, .timing, .compact,
    .record, .save, .export, .reload, .help, .quit,
  ]

  private static let byVerb = Dictionary(uniqueKeysWithValues: all.map { ($0.verb, $0) })

  /// Returns the command of a verb.
  package static func named(_ verb: String) -> Command? { byVerb[verb] }

  /// Returns a `usage` error, with the usage in its notes.
  package func usageError(_ message: String, at range: Range<Int>? = nil) -> Diagnostic {
    Diagnostic("usage", message, at: range, notes: usageLines.map { "usage: " + $0 })
  }

  /// The verb with each form of its arguments.
  package var usageLines: [String] {
    usage.map { $0.isEmpty ? verb : "\(verb) \($0)" }
  }
}

extension Command: Equatable {
  package static func == (one: Command, other: Command) -> Bool { one === other }
}
