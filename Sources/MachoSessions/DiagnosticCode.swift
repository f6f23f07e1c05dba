/// A stable name of one kind of failure; scripts rely on it, prose may change.
public struct DiagnosticCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The code as it is written in brackets: `no-such-case`.
  public let rawValue: String

  /// Makes a code from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Makes a code from a literal.
  public init(stringLiteral value: String) { rawValue = value }

  /// Every code with what it means, in the order in which `help codes` lists them.
  public static let all: [(code: DiagnosticCode, meaning: String)] = commandCodes + scripts

  /// The codes that a line can fail with.
  static let commandCodes = lines + values + stores

  /// Codes of lines that cannot be understood.
  private static let lines: [(code: DiagnosticCode, meaning: String)] = [
    ("unknown-verb", "the line's first word is no verb"),
    ("unknown-condition", "a [condition] that nobody defined"),
    ("byte-order-mark", "the line or file begins with a byte-order mark"),
    ("bad-line", "the prefixes of a line are out of order or unfinished"),
    ("usage", "the verb's arguments are missing or of the wrong form"),
    ("no-such-feature", "no feature of that name is registered"),
    ("no-such-store", "no store of that name is open"),
    ("no-such-endpoint", "no stub of that name is registered with the feature"),
    ("no-feature", "no feature is open yet"),
    ("unexpected-pass", "a line marked '!', or a script that says 'xfail', did not fail"),
    ("wrong-failure", "a line marked '! [code]' failed with another code"),
  ]

  /// Codes of values that cannot be read or built.
  private static let values: [(code: DiagnosticCode, meaning: String)] = [
    ("syntax", "the text is no value"),
    ("unclosed", "a string, bracket or parenthesis is never closed"),
    ("no-such-case", "the type has no case of that name"),
    ("no-such-property", "the type has no stored or registered property of that name"),
    ("no-such-element", "no element stands at that index, key or identity"),
    ("no-such-variable", "nothing has given that name a value"),
    ("no-such-file", "@file names a file that cannot be read"),
    ("wrong-type", "a value of another type is needed here"),
    ("wrong-label", "an argument's label differs from the source's"),
    ("missing-argument", "an argument or property is not given"),
    ("unexpected-argument", "an argument or property too many"),
    ("out-of-range", "the number does not fit the type"),
    ("not-sendable", "the feature's table forbids this action to scripts"),
    ("cannot-build", "values of the type cannot be built from text"),
    ("cannot-compare", "the operator is not defined for the value's type"),
    ("too-deep", "values nest too deeply"),
    ("too-long", "the text is longer than what is read"),
    ("duplicate", "a key, label or property stands twice"),
    ("invalid-utf8", "the text is not UTF-8"),
    ("unreadable", "the input cannot be read"),
    ("unwritable", "a recording cannot be written"),
  ]

  /// Codes of stores that do not do what a script said.
  private static let stores: [(code: DiagnosticCode, meaning: String)] = [
    ("expectation", "the state is not as 'expect' says"),
    ("not-received", "no received action matches 'receive'"),
    ("unreceived", "received actions that no 'receive' named"),
    ("running-effects", "effects still run at 'finish'"),
    ("outside-world", "an effect waits for something outside the store's executor"),
    ("unstubbed", "an endpoint was called that has no stub"),
    ("unused-stub", "a stub was never called"),
    ("no-pending-call", "'answer' finds no pending call that matches"),
    ("issue", "the feature reported an issue"),
    ("effect-failed", "an effect threw an error that nobody caught"),
    ("no-such-action", "the history has no action of that number"),
    ("no-such-point", "no mark and no branch of the history has that name"),
    ("name-taken", "a mark or a branch of the history has that name already"),
    ("nothing-to-undo", "the history has no earlier point"),
    ("nothing-to-redo", "the history has no later point"),
    ("no-deadline", "nothing sleeps on the controlled clock"),
    ("endless-clock", "something still sleeps after very many deadlines"),
    ("not-settled", "outside work did not end within the time given to 'settle'"),
    ("interrupted", "Ctrl-C ended a line that waited"),
    ("not-supported", "this kind of store or context cannot do that"),
  ]

  /// Codes of script files, which a line can never fail with.
  private static let scripts: [(code: DiagnosticCode, meaning: String)] = [
    ("carriage-return", "the file's lines end in carriage returns alone"),
    ("unknown-version", "the file names a version of the language that is not known"),
    ("misplaced-header", "'#!macho' stands elsewhere than in the first line"),
    ("mismatched", "a bracket is closed by one of another kind"),
    ("stray-gutter", "a '|' line has no command above it"),
    ("bad-gutter", "a '|' line is of no known form"),
    ("bad-regex", "the regular expression behind '|~' does not parse"),
    ("bad-capture", "a '<name:/regex/>' behind '|=' does not parse"),
    ("unknown-code", "'! [code]' names a code that nothing fails with"),
    ("bad-section", "a '-- name --' line has no name"),
    ("duplicate-section", "two sections have one name"),
    ("timed-out", "the script took longer than its 'timeout', or than --timeout"),
    ("too-many-sources", "scripts that 'source' one another go too deep"),
    ("not-deterministic", "two runs of a script gave different output"),
  ]
}

extension DiagnosticCode: CustomStringConvertible {
  public var description: String { rawValue }
}
