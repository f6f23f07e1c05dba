/// Regular expressions of a gutter: they are kept as text and compiled where lines are compared,
/// because a compiled `Regex` may not cross threads.
enum OutputRegex {
  /// Swift's own parser is recursive: what is longer or deeper than this is no line of a golden.
  private static let maximumLength = 4096
  private static let maximumDepth = 64

  /// The pattern, when it compiles.
  static func validated(_ pattern: String) throws(PatternError) -> String {
    _ = try compile(pattern)
    return pattern
  }

  static func compile(_ pattern: String) throws(PatternError) -> Regex<AnyRegexOutput> {
    guard !pattern.isEmpty else {
      throw PatternError(.badRegex, "the regular expression is empty")
    }
    guard pattern.utf8.count <= maximumLength, depth(of: pattern) <= maximumDepth else {
      throw PatternError(
        .badRegex,
        "the regular expression is longer than \(maximumLength) bytes or deeper than \(maximumDepth) brackets"
      )
    }
    do {
      return try Regex(pattern)
    } catch {
      throw PatternError(.badRegex, "this is no regular expression: \(error)")
    }
  }

  /// An upper bound of how deep brackets nest; an escaped one counts too.
  private static func depth(of pattern: String) -> Int {
    pattern.utf8.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
  }

  /// A pattern that matches this text only.
  static func escapedLiteral(_ text: String) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        pattern += "\\u{\(hexadecimal(scalar.value))}"
      } else {
        if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar),
          scalar != " "
        {
          pattern += "\\"
        }
        pattern.unicodeScalars.append(scalar)
      }
    }
    return pattern
  }
}

/// What is wrong with a line of a gutter; columns count from behind its marker.
struct PatternError: Error {
  var code: ScriptParseError.Code
  var message: String
  var columns: Range<Int>?
  var suggestion: String?

  init(
    _ code: ScriptParseError.Code, _ message: String, columns: Range<Int>? = nil,
    suggestion: String? = nil
  ) {
    self.code = code
    self.message = message
    self.columns = columns
    self.suggestion = suggestion
  }
}
