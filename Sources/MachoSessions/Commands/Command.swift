/// A verb: what it takes, what it says of itself and what it does, in one value.
///
/// A new verb is one file in this folder and one line in `Command.all`.
public struct Command: Sendable {
  /// What kind of text completion offers behind the verb.
  public enum Argument: Sendable {
    case none, action, feature, store, state, stub, answer, path, comparison, binding, verb, point
    case words([String])
    /// The words and the files that stand in the usage.
    case form
  }

  /// The line's first word.
  public var verb: String
  /// What stands behind the verb, in the forms that it takes: `ACTION`.
  public var usage: [String]
  /// What the verb does with nothing behind it, where that is one of its forms, in a few words.
  public var withoutArguments: String
  /// One line for the list of verbs.
  public var summary: String
  /// The rest of the help, with an example.
  public var details: String
  /// What completion offers.
  public var argument: Argument
  /// Does it.
  package var run: @Sendable (Session, Arguments) throws(Diagnostic) -> Void

  package init(
    _ verb: String, usage: [String], withoutArguments: String = "", summary: String,
    details: String,
    argument: Argument = .none,
    run: @escaping @Sendable (Session, Arguments) throws(Diagnostic) -> Void
  ) {
    self.verb = verb
    self.usage = usage
    self.withoutArguments = withoutArguments
    self.summary = summary
    self.details = details
    self.argument = argument
    self.run = run
  }

  /// Every verb, in the order in which `help` lists them.
  public static let all: [Command] = [
    .feature, .use, .context, .start, .reset, .stub, .answer,
    .send, .receive, .expect, .let, .advance, .runClock, .settle, .skip, .finish,
    .state, .actions, .effects, .echo, .history, .diff, .undo, .redo,
    .goto, .mark, .branch, .replay, .watch, .ignore,
    .source, .requires, .xfail, .timeout, .exhaustive, .strict, .timing, .compact,
    .record, .save, .export, .help, .quit,
  ]

  private static let byVerb = Dictionary(uniqueKeysWithValues: all.map { ($0.verb, $0) })

  /// The command of a verb.
  public static func named(_ verb: String) -> Command? { byVerb[verb] }

  /// The error for arguments that do not fit.
  package func usageError(_ why: String, at range: Range<Int>? = nil) -> Diagnostic {
    Diagnostic("usage", why, at: range, notes: usageLines.map { "usage: " + $0 })
  }

  /// The verb with each form of its arguments.
  public var usageLines: [String] {
    usage.map { $0.isEmpty ? verb : "\(verb) \($0)" }
  }
}

extension Arguments {
  /// Fails when something is left.
  package func requireEnd(of command: Command) throws(Diagnostic) {
    guard isEmpty else {
      throw command.usageError("'\(command.verb)' takes nothing more here", at: range)
    }
  }

  /// Reads a whole number of at least one; `fallback` when there is none.
  package mutating func consumeCount(for command: Command, fallback: Int) throws(Diagnostic) -> Int
  {
    guard let (text, range) = consumeWord() else { return fallback }
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), Int(text) == nil {
      throw Diagnostic("out-of-range", "'\(text)' is more than can be counted", at: range)
    }
    guard let number = Int(text), number >= 1 else {
      throw command.usageError("'\(text)' is no number of at least 1", at: range)
    }
    return number
  }
}
