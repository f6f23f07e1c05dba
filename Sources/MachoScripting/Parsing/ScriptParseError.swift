import MachoSessions

/// A syntax error in a script. `text(path:)` renders it.
package struct ScriptParseError: Error, Hashable, Sendable, Codable {
  /// The stable code of an error.
  package enum Code: String, Hashable, Sendable, CaseIterable, Codable {
    /// The bytes are not UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// The file begins with a byte-order mark.
    case byteOrderMark = "byte-order-mark"
    /// The lines end in carriage returns only.
    case carriageReturn = "carriage-return"
    /// The `#!macho` header has an unsupported version.
    case unknownVersion = "unknown-version"
    /// A `#!macho` header follows a command.
    case misplacedHeader = "misplaced-header"
    /// A string, bracket or condition is not closed.
    case unclosed = "unclosed"
    /// A bracket is closed by a bracket of another kind.
    case mismatchedBracket = "mismatched-bracket"
    /// A line of expected output has no command above it.
    case strayOutput = "stray-output"
    /// A line begins with `|` but is not a valid form of expected output.
    case badOutputLine = "bad-output-line"
    /// A regular expression of expected output does not compile.
    case badRegex = "bad-regex"
    /// A capture of expected output is malformed.
    case badCapture = "bad-capture"
    /// A condition is unknown.
    case unknownCondition = "unknown-condition"
    /// The prefixes of a line are out of order or unfinished.
    case badLine = "bad-line"
    /// The first word of a line is not a verb.
    case unknownVerb = "unknown-verb"
    /// The arguments of a verb are missing or in the wrong form.
    case usage
    /// The code in brackets after `!` is unknown.
    case unknownCode = "unknown-code"
    /// A line begins like a section header but is not one.
    case badSection = "bad-section"
    /// `source` is nested too deeply or used too often.
    case tooManySources = "too-many-sources"
    /// Two sections have the same name.
    case duplicateSection = "duplicate-section"
    /// A heading is not allowed where it is in a specification.
    case misplacedHeading = "misplaced-heading"
    /// A heading of a specification has no title, no commands or no cases.
    case emptyHeading = "empty-heading"
    /// Two cases of a specification have the same name.
    case duplicateCase = "duplicate-case"
    /// The name of a column is invalid, or used twice, or no command uses the column.
    case badColumn = "bad-column"
    /// A row of cases is not below its heading, or its values are too many, too few or invalid.
    case badRow = "bad-row"
  }

  /// The stable code.
  package var code: Code
  /// The line of the file, counted from 1.
  package var line: Int
  /// The UTF-8 columns of that line, counted from 0.
  package var columns: Range<Int>
  /// The error message, as one clause.
  package var message: String
  /// A suggested fix.
  package var suggestion: String?
  /// Valid alternatives.
  package var candidates: [String]
  /// The text of the line, for the excerpt with a caret.
  package var source: String

  /// Creates an error.
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
  /// Creates an error from a diagnostic of the first line of a command.
  init(_ diagnostic: Diagnostic, code: Code, line: Int, source: String) {
    self.init(
      code, line: line, columns: diagnostic.range ?? 0..<source.utf8.count, diagnostic.message,
      suggestion: diagnostic.notes.first, candidates: diagnostic.candidates, source: source)
  }
}

/// All syntax errors of a script, in the order of its lines.
package struct ScriptParseErrors: Error, Hashable, Sendable {
  /// The errors. There is at least one.
  package var errors: [ScriptParseError]

  /// Creates a list of errors.
  package init(_ errors: [ScriptParseError]) {
    self.errors = errors
  }

  /// The first error, as the failure of the line that sources the script.
  package func first(in name: String) -> Diagnostic {
    guard let first = errors.first else { return Diagnostic("syntax", "'\(name)' does not parse") }
    return Diagnostic(
      DiagnosticCode(rawValue: first.code.rawValue), "\(name):\(first.line): \(first.message)")
  }
}

/// Collects errors, at most 100.
struct ErrorList {
  private(set) var errors: [ScriptParseError] = []

  mutating func append(_ error: ScriptParseError) {
    if errors.count < 100 { errors.append(error) }
  }

  /// The errors in the order of the lines.
  var sorted: [ScriptParseError] {
    errors.sorted { ($0.line, $0.columns.lowerBound) < ($1.line, $1.columns.lowerBound) }
  }

  func throwIfNotEmpty() throws(ScriptParseErrors) {
    if !errors.isEmpty { throw ScriptParseErrors(sorted) }
  }
}
