/// A verb with its arguments, help text and implementation.
///
/// To add a verb, add one file in this folder and one line in `Command.all`.
public struct Command: Sendable {
  /// The kind of arguments that completion offers after the verb.
  public enum Argument: Sendable {
    case none, action, feature, store, state, stub, answer, path, comparison, binding, verb, point
    case words([String])
    /// The keywords and files of the usage.
    case form
  }

  /// The line's first word.
  public var verb: String
  /// The forms of the arguments, for example `ACTION`.
  public var usage: [String]
  /// What the verb does without arguments, if that is allowed: a short phrase.
  public var withoutArguments: String
  /// The one-line description in the list of verbs.
  public var summary: String
  /// The rest of the help, with an example.
  public var details: String
  /// The kind of arguments that completion offers.
  public var argument: Argument
  /// Runs the command.
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

  /// All verbs, in the order of `help`.
  public static let all: [Command] = [
    .feature, .use, .context, .start, .reset, .stub, .answer,
    .send, .receive, .expect, .let, .advance, .runClock, .settle, .skip, .finish,
    .state, .actions, .effects, .echo, .history, .diff, .undo, .redo,
    .goto, .mark, .branch, .replay, .watch, .ignore,
    .source, .requires, .xfail, .timeout, .exhaustive, .strict, .timing, .compact,
    .record, .save, .export, .help, .quit,
  ]

  private static let byVerb = Dictionary(uniqueKeysWithValues: all.map { ($0.verb, $0) })

  /// Returns the command of a verb.
  public static func named(_ verb: String) -> Command? { byVerb[verb] }

  /// Returns a `usage` error, with the usage in its notes.
  package func usageError(_ message: String, at range: Range<Int>? = nil) -> Diagnostic {
    Diagnostic("usage", message, at: range, notes: usageLines.map { "usage: " + $0 })
  }

  /// The verb with each form of its arguments.
  public var usageLines: [String] {
    usage.map { $0.isEmpty ? verb : "\(verb) \($0)" }
  }
}

extension Arguments {
  /// Throws if arguments are left.
  package func requireEnd(of command: Command) throws(Diagnostic) {
    guard isEmpty else {
      throw command.usageError("'\(command.verb)' takes no further arguments here", at: range)
    }
  }

  /// Reads an integer of at least 1. Returns `fallback` if there is no argument.
  package mutating func consumeCount(for command: Command, fallback: Int) throws(Diagnostic) -> Int
  {
    guard let (text, range) = consumeWord() else { return fallback }
    if !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), Int(text) == nil {
      throw Diagnostic("out-of-range", "'\(text)' is too large", at: range)
    }
    guard let number = Int(text), number >= 1 else {
      throw command.usageError("'\(text)' is not an integer of at least 1", at: range)
    }
    return number
  }
}
