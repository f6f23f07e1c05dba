import MachoValues

/// One parsed logical line: `[conditions]... ! [code] verb arguments`.
package struct Line: Hashable, Sendable {
  /// A `[name]` or `[name:argument]`, negated by `!` inside of the bracket.
  package struct Condition: Hashable, Sendable {
    /// Whether the condition is negated.
    package var isNegated: Bool
    /// The text before the colon.
    package var name: String
    /// The text after the colon.
    package var argument: String?
    /// The UTF-8 range in the line.
    package var range: Range<Int>
  }

  /// A `!`, with or without a code.
  package enum ExpectedFailure: Hashable, Sendable {
    case any
    case code(DiagnosticCode)
  }

  /// The whole text.
  package var text: String
  /// The conditions for running the line.
  package var conditions: [Condition] = []
  /// The failure that `!` expects, if any.
  package var expectedFailure: ExpectedFailure?
  /// The first word.
  package private(set) var verb = ""
  /// The UTF-8 range of the verb.
  package private(set) var verbRange = 0..<0
  /// The command of the verb. `nil` if the verb is empty or unknown.
  package internal(set) var command: Command?
  private var boxedProblem: Problem?

  /// An error in a box: lines are many, and errors are few.
  private indirect enum Problem {
    case error(Diagnostic)
  }

  /// Why the text is not a line. Running the line fails with it. Default: `nil`.
  var problem: Diagnostic? {
    guard case .error(let error) = boxedProblem else { return nil }
    return error
  }

  /// Creates a line without prefixes from a command and the text of its arguments.
  package init(_ command: Command, _ arguments: String = "") {
    text = Self.text(command, arguments)
    (verb, verbRange) = (command.verb, 0..<command.verb.utf8.count)
    self.command = command
  }

  /// Returns the text of a line without conditions.
  package static func text(_ command: Command, _ arguments: String) -> String {
    arguments.isEmpty ? command.verb : command.verb + " " + arguments
  }

  /// Parses what a user or client enters. If that fails, running the line fails.
  package init(_ text: String) {
    do { self = try Line(parsing: text) } catch {
      self.text = text
      boxedProblem = .error(error)
    }
  }

  /// Parses a line. The verb is empty if the line has no command.
  package init(parsing text: String) throws(Diagnostic) {
    self.text = text
    try Self.rejectByteOrderMark(text)
    var scanner = LineScanner(text)
    scanner.skipBlanks()
    while let bracket = try scanner.consumeBracket() {
      conditions.append(Condition(bracket.text[...], at: bracket.range))
      scanner.skipBlanks()
    }
    if scanner.consume(UInt8(ascii: "!")) {
      scanner.skipBlanks()
      if let bracket = try scanner.consumeBracket() {
        expectedFailure = .code(DiagnosticCode(rawValue: bracket.text))
        scanner.skipBlanks()
      } else {
        expectedFailure = .any
      }
    }
    (verb, verbRange) = scanner.consumeWord()
    command = Command.named(verb)
    if command == nil, Property.hasNoVerb(Arguments(text, from: verbRange.lowerBound)) {
      // The line is the argument of a verb that is omitted.
      (verb, verbRange) = (
        Command.property.verb, verbRange.lowerBound..<verbRange.lowerBound
      )
      command = .property
    }
    if expectedFailure != nil, verb.hasPrefix("!") {
      throw Diagnostic(
        "bad-line", "a line has at most one '!'",
        at: verbRange.lowerBound..<verbRange.lowerBound + 1,
        notes: ["a line is: [condition]... ! [code] verb arguments"])
    }
  }

  /// Rejects a byte-order mark, which would make the first verb unknown.
  private static func rejectByteOrderMark(_ text: String) throws(Diagnostic) {
    guard text.utf8.starts(with: "\u{FEFF}".utf8) else { return }
    throw Diagnostic(
      "byte-order-mark", "the line begins with a byte-order mark", at: 0..<3,
      notes: ["save the file as UTF-8 without a byte-order mark"])
  }

  /// The text after the verb.
  package var arguments: Arguments { Arguments(text, from: verbRange.upperBound) }

  /// The line without its prefixes, as printed in transcripts.
  package var commandText: Substring {
    text[text.utf8.index(text.startIndex, offsetBy: verbRange.lowerBound)...]
  }
}

extension Line: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package static func == (one: Line, other: Line) -> Bool {
    ByteSearch.areSame(one.text, other.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// Reads the prefixes of a line byte by byte.
private struct LineScanner {
  struct Bracket {
    var text: String
    var range: Range<Int>
  }

  private let utf8: String.UTF8View
  private var index: String.UTF8View.Index
  private var offset = 0

  init(_ text: String) {
    utf8 = text.utf8
    index = utf8.startIndex
  }

  private var byte: UInt8? { index < utf8.endIndex ? utf8[index] : nil }

  private mutating func advance() {
    utf8.formIndex(after: &index)
    offset += 1
  }

  mutating func skipBlanks() {
    while let byte, byte.isBlank { advance() }
  }

  mutating func consume(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    advance()
    return true
  }

  mutating func consumeBracket() throws(Diagnostic) -> Bracket? {
    let start = (index, offset)
    guard consume(UInt8(ascii: "[")) else { return nil }
    let body = index
    while let byte, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "\n") { advance() }
    let text = String(decoding: utf8[body..<index], as: UTF8.self)
    guard consume(UInt8(ascii: "]")) else {
      throw Diagnostic(
        "bad-line", "a bracket at the start of the line is never closed",
        at: start.1..<start.1 + 1, notes: ["a line is: [condition]... ! [code] verb arguments"])
    }
    return Bracket(text: text, range: start.1..<offset)
  }

  mutating func consumeWord() -> (String, Range<Int>) {
    let start = (index, offset)
    while let byte, !byte.isBlank { advance() }
    return (String(decoding: utf8[start.0..<index], as: UTF8.self), start.1..<offset)
  }
}

extension UInt8 {
  /// Space, tab, line feed or carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
