/// Returns a text, shortened if it has more than 60 bytes.
func excerpt(_ text: some StringProtocol) -> String {
  // PERFORMANCE: a text with few bytes has few characters. Of a longer one only the prefix is read.
  text.utf8.count <= 60 ? String(text) : text.prefix(40) + "..."
}

/// An error in a text, as data. The client renders the caret and the suggestions.
public struct ValueError: Error, Equatable, Sendable {
  /// A stable code in kebab case, such as `no-such-case`.
  public var code: String
  /// The error's location, in UTF-8 offsets into the parsed text.
  public var range: Range<Int>
  /// One sentence, such as "Counter.Action has no case 'incrementButonTapped'".
  public var message: String
  /// The suggested replacements, the best first.
  public var candidates: [String]
  /// Additional lines: the reason, and what to do about it.
  public var notes: [String]
  /// What the text and a declaration disagree on. Default: `nil` (not known, or another mistake).
  package var mismatch: DeclarationMismatch?

  /// Creates an error with one of this module's codes.
  public init(
    _ code: Code, _ range: Range<Int>, _ message: String, candidates: [String] = [],
    notes: [String] = []
  ) {
    self.init(
      code: code.rawValue, range: range, message: message, candidates: candidates, notes: notes)
  }

  /// Creates an error with any code, including another module's.
  public init(
    code: String, range: Range<Int>, message: String, candidates: [String] = [],
    notes: [String] = []
  ) {
    self.code = code
    self.range = range
    self.message = message
    self.candidates = candidates
    self.notes = notes
  }

  /// Returns the error with its range moved by a number of bytes.
  func moved(by offset: Int) -> ValueError {
    var moved = self
    moved.range = range.lowerBound + offset..<range.upperBound + offset
    return moved
  }

  /// The codes of this module's errors.
  public enum Code: String, CaseIterable, Sendable {
    case syntax
    case unclosed
    case tooDeep = "too-deep"
    case tooLong = "too-long"
    case noSuchCase = "no-such-case"
    case wrongType = "wrong-type"
    case missingArgument = "missing-argument"
    case unexpectedArgument = "unexpected-argument"
    case wrongLabel = "wrong-label"
    case outOfRange = "out-of-range"
    case cannotBuild = "cannot-build"
    case cannotCompare = "cannot-compare"
    case sendForbidden = "send-forbidden"
    case noSuchFile = "no-such-file"
    case noSuchVariable = "no-such-variable"
    case noSuchProperty = "no-such-property"
    case noSuchElement = "no-such-element"
    case noSuchButton = "no-such-button"
    case duplicate = "duplicate"
  }
}
