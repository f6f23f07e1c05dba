/// The stable name of one kind of failure. Scripts rely on codes; messages may change.
package struct DiagnosticCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The code as written in brackets: `no-such-case`.
  package let rawValue: String

  /// Creates a code from its text.
  package init(rawValue: String) { self.rawValue = rawValue }
  /// Creates a code from a literal.
  package init(stringLiteral value: String) { rawValue = value }

  /// All codes with their meanings, in the order of `help codes`.
  package static let all: [(code: DiagnosticCode, meaning: String)] = scriptCodes + requests

  /// The codes that a script can fail with.
  package static let scriptCodes = commandCodes + scripts

  /// The codes of failed assertions and of store operations that are not possible.
  package static let assertionCodes = stores

  /// The codes of errors that are about the text of a line, as the types of a feature see it.
  package static let textCodes: Set<DiagnosticCode> = Set((lines + values).map(\.code)).subtracting(
    [
      "byte-order-mark", "unexpected-pass", "wrong-failure", "no-such-file", "invalid-utf8",
      "unreadable", "unwritable",
    ])

  /// The codes that a single line can fail with.
  static let commandCodes = lines + values + stores

  /// Codes of lines that cannot be parsed or resolved.
  private static let lines: [(code: DiagnosticCode, meaning: String)] = [
    ("unknown-verb", "the line's first word is not a verb"),
    ("unknown-condition", "the [condition] is not defined"),
    ("byte-order-mark", "the line or file begins with a byte-order mark"),
    ("bad-line", "the prefixes of a line are out of order or unfinished"),
    ("usage", "the verb's arguments are missing or of the wrong form"),
    ("no-such-feature", "no feature of that name is registered"),
    ("no-such-store", "no store of that name is open"),
    ("no-such-endpoint", "no stub of that name is registered with the feature"),
    ("no-feature", "no feature is open yet"),
    ("unexpected-pass", "a line marked '!', or a script with 'xfail', did not fail"),
    ("wrong-failure", "a line marked '! [code]' failed with another code"),
  ]

  /// Codes of values that cannot be read, built or written.
  private static let values: [(code: DiagnosticCode, meaning: String)] = [
    ("syntax", "the text is not a value"),
    ("unclosed", "a string, bracket or parenthesis is never closed"),
    ("no-such-case", "the type has no case of that name"),
    ("no-such-property", "the type has no stored or registered property of that name"),
    ("no-such-element", "no element exists at that index, key or identity"),
    ("no-such-button", "the alert or dialog that is presented has no button for the action"),
    ("no-such-variable", "no variable has that name"),
    ("no-such-file", "@file names a file that cannot be read"),
    ("wrong-type", "a value of another type is required here"),
    ("wrong-label", "an argument's label differs from the source's"),
    ("missing-argument", "an argument or property is missing"),
    ("unexpected-argument", "there is an extra argument or property"),
    ("out-of-range", "the number does not fit the type"),
    ("send-forbidden", "the feature's case overrides do not allow scripts to send this action"),
    ("cannot-build", "values of the type cannot be built from text"),
    ("cannot-compare", "the operator is not defined for the value's type"),
    ("too-deep", "values nest too deeply"),
    ("too-long", "the text exceeds the maximum length"),
    ("duplicate", "a key, label or property occurs twice"),
    ("invalid-utf8", "the text is not UTF-8"),
    ("unreadable", "the input cannot be read"),
    ("unwritable", "a recording cannot be written"),
  ]

  /// Codes of failed assertions and of store operations that are not possible.
  private static let stores: [(code: DiagnosticCode, meaning: String)] = [
    ("expect-failed", "the assertion of an 'expect' does not hold"),
    ("property-failed", "a declared property does not hold"),
    ("not-received", "no received action matches 'receive'"),
    ("unasserted-action", "received actions that no 'receive' has asserted"),
    ("running-effects", "effects still run at 'finish'"),
    ("external-work", "an effect waits for external work"),
    ("unstubbed", "an endpoint without a stub was called"),
    ("live-dependency", "'strict' is on, and no stub covers a dependency that is live in tests"),
    ("unused-stub", "a stub was never called"),
    ("no-pending-call", "'answer' finds no pending call that matches"),
    ("issue", "the feature reported an issue"),
    ("effect-failed", "an effect threw an uncaught error"),
    ("no-such-job", "the schedule chooses a ready job that does not exist"),
    ("no-such-entry", "the history has no entry of that number"),
    ("no-such-point", "no mark and no branch of the history has that name"),
    ("name-taken", "a mark or a branch of the history has that name already"),
    ("nothing-to-undo", "the history has no earlier point"),
    ("nothing-to-redo", "the history has no later point"),
    ("no-deadline", "nothing sleeps on the test clock"),
    ("endless-clock", "something still sleeps after 10,000 deadlines"),
    ("not-settled", "external work did not finish within the time limit of 'settle'"),
    ("interrupted", "Ctrl-C ended a line"),
    ("no-such-preset", "the feature has no preset of dependencies with that name"),
    ("not-supported", "this kind of store or context does not support it"),
    ("start-ignored", "the feature has not taken over a part of the state that 'start' sets"),
    ("nothing-to-send", "an exploration has no action to send"),
  ]

  /// Codes of script files. A single line never fails with them.
  private static let scripts: [(code: DiagnosticCode, meaning: String)] = [
    ("carriage-return", "the lines end in carriage returns only"),
    ("unknown-version", "the file names a version of the language that is not known"),
    ("misplaced-header", "'#!macho' is not in the first line"),
    ("mismatched-bracket", "a bracket is closed by one of another kind"),
    ("stray-output", "a '|' line has no command above it"),
    ("bad-output-line", "a '|' line has an unknown form"),
    ("bad-regex", "the regular expression after '|~' is invalid"),
    ("bad-capture", "a '<name:/regex/>' after '|=' is invalid"),
    ("unknown-code", "'! [code]' names an unknown code"),
    ("bad-section", "a '-- name --' line has no name"),
    ("duplicate-section", "two sections have one name"),
    ("misplaced-heading", "a heading is in the wrong place of a specification"),
    ("empty-heading", "a heading of a specification has no title, commands or cases"),
    ("duplicate-case", "two cases of a specification have one name"),
    ("bad-column", "a column of cases has an invalid name, or no command uses it"),
    ("bad-row", "a row of cases is in the wrong place, or its values do not fit the columns"),
    ("timed-out", "the script took longer than its 'timeout', or than --timeout"),
    ("too-many-sources", "'source' commands nest too deeply"),
    ("not-deterministic", "two runs of a script gave different output"),
    ("uncompared", "'strict' is on, and a command's output has no '|' lines"),
  ]

  /// Codes of requests to a server. Scripts and lines never fail with them.
  private static let requests: [(code: DiagnosticCode, meaning: String)] = [
    ("bad-request", "the message is not a valid request"),
    ("bad-token", "a word of a request in text framing is invalid"),
    ("bad-parameters", "the parameters of the request are invalid"),
    ("no-such-method", "the server has no method of that name"),
    ("no-such-session", "no session of that name is open"),
    ("feature-mismatch", "the session of that name has another feature"),
    ("too-many-sessions", "the server's limit of sessions is reached"),
    ("too-many-connections", "the server's limit of connections is reached"),
    ("cancelled", "the request was cancelled before it ran"),
    ("crashed", "the process crashed while the line ran"),
  ]
}

extension DiagnosticCode: CustomStringConvertible {
  package var description: String { rawValue }
}
