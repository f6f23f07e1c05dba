/// What stands before a command on its first line: `[cond]... ! [code]`, in that order.
struct StepPrefix {
  private(set) var conditions: [Condition] = []
  private(set) var mustFail: ExpectedFailure?
  /// The UTF-8 column where the command begins.
  private(set) var end = 0

  /// Reads the prefix of a line.
  init(of text: String, line: Int) throws(ScriptError) {
    var cursor = Cursor(text, line: line)
    cursor.skipSpaces()
    while let bracket = try cursor.bracket() {
      guard let condition = Condition(bracket.text) else {
        throw cursor.error(
          .unknownCondition, bracket.columns, "nobody knows the condition [\(bracket.text)]",
          suggestion: Self.suggestion(for: bracket.text), candidates: Condition.forms)
      }
      conditions.append(condition)
      cursor.skipSpaces()
    }
    if cursor.skip(UInt8(ascii: "!")) {
      cursor.skipSpaces()
      mustFail = ExpectedFailure(code: try Self.code(&cursor))
      cursor.skipSpaces()
    }
    end = cursor.index
    if cursor.isAtEnd {
      throw cursor.error(
        .missingCommand, 0..<cursor.index, "there is no command behind the prefix")
    }
  }

  private static func code(_ cursor: inout Cursor) throws(ScriptError) -> String? {
    guard let bracket = try cursor.bracket() else { return nil }
    if Condition(bracket.text) != nil {
      throw cursor.error(
        .prefixOrder, bracket.columns, "a condition stands before '!'",
        suggestion: "write [\(bracket.text)] !")
    }
    guard ExpectedFailure.isCode(bracket.text) else {
      throw cursor.error(
        .badCode, bracket.columns, "[\(bracket.text)] is no error code",
        suggestion: "a code is lower-case words joined by '-', as in [no-such-case]")
    }
    return String(bracket.text)
  }

  private static func suggestion(for text: Substring) -> String {
    let isNegated = text.utf8.first == UInt8(ascii: "!")
    let name = isNegated ? text.dropFirst() : text
    let lowercased = name.lowercased()
    let aliases = ["darwin": "macos", "mac": "macos", "osx": "macos", "ci": "env:CI"]
    if let meant = Condition(Substring(aliases[lowercased] ?? lowercased)) {
      return "did you mean \(Condition(meant.kind, isNegated: isNegated))?"
    }
    return "there are \(Condition.forms.map { "[\($0)]" }.joined(separator: ", "))"
  }
}

/// A place in a line's bytes.
private struct Cursor {
  let text: String
  let line: Int
  var index = 0

  init(_ text: String, line: Int) {
    self.text = text
    self.line = line
  }

  private var position: String.Index { text.utf8.index(text.utf8.startIndex, offsetBy: index) }
  private var byte: UInt8? { isAtEnd ? nil : text.utf8[position] }
  var isAtEnd: Bool { index >= text.utf8.count }

  mutating func skipSpaces() {
    while byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { index += 1 }
  }

  mutating func skip(_ wanted: UInt8) -> Bool {
    guard byte == wanted else { return false }
    index += 1
    return true
  }

  /// What stands in brackets here, if an opening one does.
  mutating func bracket() throws(ScriptError) -> (text: Substring, columns: Range<Int>)? {
    let start = index
    guard skip(UInt8(ascii: "[")) else { return nil }
    let rest = text.utf8[position...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      throw error(.unclosed, start..<text.utf8.count, "'[' is not closed on this line")
    }
    let inside = rest[..<end]
    index += inside.count + 1
    return (Substring(inside), start..<index)
  }

  func error(
    _ code: ScriptError.Code, _ columns: Range<Int>, _ message: String, suggestion: String? = nil,
    candidates: [String] = []
  ) -> ScriptError {
    ScriptError(
      code, line: line, columns: columns, message, suggestion: suggestion, candidates: candidates,
      source: text)
  }
}
