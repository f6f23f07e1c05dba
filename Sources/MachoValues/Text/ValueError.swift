/// The beginning of a text that may be too long to be shown.
func excerpt(_ text: some StringProtocol) -> String {
  // Few bytes are few characters; of many bytes only the first are looked at.
  text.utf8.count <= 60 ? String(text) : text.prefix(40) + "..."
}

/// What is wrong with a piece of text, as data; whoever shows it renders the caret and the hints.
public struct ValueError: Error, Equatable, Sendable {
  /// A stable name in kebab-case, such as `no-such-case`.
  public var code: String
  /// Where, in UTF-8 offsets into the text that was passed in.
  public var range: Range<Int>
  /// One sentence, such as "Counter.Action has no case 'incrementButonTapped'".
  public var message: String
  /// What may have been meant, the best first.
  public var candidates: [String]
  /// Further lines: why, and what to do about it.
  public var notes: [String]

  /// An error with one of this module's codes.
  public init(
    _ code: Code, _ range: Range<Int>, _ message: String, candidates: [String] = [],
    notes: [String] = []
  ) {
    self.init(
      code: code.rawValue, range: range, message: message, candidates: candidates, notes: notes)
  }

  /// An error with any code, also one of another module.
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

  /// The codes that this module gives.
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
    case sendForbidden = "not-sendable"
    case noSuchFile = "no-such-file"
    case noSuchVariable = "no-such-variable"
    case noSuchProperty = "no-such-property"
    case noSuchElement = "no-such-element"
    case duplicate = "duplicate"
  }
}
