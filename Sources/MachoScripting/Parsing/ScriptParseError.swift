import MachoSessions

/// One place in a script that does not parse: facts first, rendered by `ScriptError.text(path:)`.
package struct ScriptParseError: Error, Hashable, Sendable, Codable {
  /// The stable code of a kind of error.
  package enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The file begins with a byte-order mark.
    case byteOrderMark = "byte-order-mark"
    /// The file's lines end in carriage returns alone.
    case carriageReturn = "carriage-return"
    /// The `#!macho` header names a version that this reader does not know.
    case unknownVersion = "unknown-version"
    /// A `#!macho` header stands below a command.
    case misplacedHeader = "misplaced-header"
    /// A string, bracket or condition is opened and never closed.
    case unclosed = "unclosed"
    /// A bracket is closed by one of another kind.
    case mismatchedBracket = "mismatched"
    /// A gutter line has no command above it.
    case strayOutput = "stray-gutter"
    /// A line begins with `|` and is no form of gutter.
    case badOutputLine = "bad-gutter"
    /// A regular expression of the gutter does not compile.
    case badRegex = "bad-regex"
    /// A capture of the gutter is malformed.
    case badCapture = "bad-capture"
    /// A condition that nobody knows.
    case unknownCondition = "unknown-condition"
    /// The prefixes of a line are out of order or unfinished.
    case badLine = "bad-line"
    /// The line's first word is no verb.
    case unknownVerb = "unknown-verb"
    /// What stands behind a verb is missing or of the wrong form.
    case usage
    /// What stands in the brackets behind `!` is the code of no failure.
    case unknownCode = "unknown-code"
    /// A line begins as a section header does and is none.
    case badSection = "bad-section"
    /// Scripts that source one another go too deep.
    case tooManySources = "too-many-sources"
    /// Two sections have one name.
    case duplicateSection = "duplicate-section"
  }

  /// The stable code.
  package var code: Code
  /// The line of the file, counted from 1.
  package var line: Int
  /// The UTF-8 columns of that line, counted from 0.
  package var columns: Range<Int>
  /// What is wrong, as one clause.
  package var message: String
  /// What to do about it.
  package var suggestion: String?
  /// What would have been right here.
  package var candidates: [String]
  /// The text of the line, to show with a caret.
  package var source: String

  /// Makes an error.
  package init(
    _ code: Code, line: Int, columns: Range<Int>, _ message: String, suggestion: String? = nil,
    candidates: [String] = [], source: String = ""
  ) {
    self.code = code
    self.line = line
    self.columns = columns
    self.message = message
    self.suggestion = suggestion
    self.candidates = candidates
    self.source = source
  }
}

extension ScriptParseError {
  /// An error that a session found in the first line of a command.
  init(_ diagnostic: Diagnostic, code: Code, line: Int, source: String) {
    self.init(
      code, line: line, columns: diagnostic.range ?? 0..<source.utf8.count, diagnostic.message,
      suggestion: diagnostic.notes.first, candidates: diagnostic.candidates, source: source)
  }
}

/// All that is wrong with a script, in the order of its lines.
package struct ScriptParseErrors: Error, Hashable, Sendable {
  /// The errors; there is at least one.
  package var errors: [ScriptParseError]

  /// Makes a list of errors.
  package init(_ errors: [ScriptParseError]) {
    self.errors = errors
  }
}

/// Errors as they are found; it stops collecting when nobody would read on.
struct ErrorList {
  private(set) var errors: [ScriptParseError] = []

  mutating func append(_ error: ScriptParseError) {
    if errors.count < 100 { errors.append(error) }
  }

  func throwIfNotEmpty() throws(ScriptParseErrors) {
    guard !errors.isEmpty else { return }
    throw ScriptParseErrors(
      errors.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) })
  }
}
