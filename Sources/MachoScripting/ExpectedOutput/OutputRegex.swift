import MachoReporting

/// Validates and compiles the regular expressions of expected output.
///
/// Scripts store patterns as text and compile them for matching, because `Regex` is not `Sendable`.
enum OutputRegex {
  /// Limits of a pattern. Swift's regex parser is recursive, so an unlimited pattern could overflow
  /// the stack.
  private static let maximumLength = 4096
  private static let maximumDepth = 64

  /// Returns the pattern if it compiles.
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
        "the regular expression has more than \(maximumLength) bytes or \(maximumDepth) brackets"
      )
    }
    do {
      return try Regex(pattern)
    } catch {
      throw PatternError(.badRegex, "invalid regular expression: \(error)")
    }
  }

  /// Returns an upper bound of the nesting depth: the number of brackets, escaped ones included.
  private static func depth(of pattern: String) -> Int {
    pattern.utf8.count { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }
  }

  /// Returns a pattern that matches only this text.
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

/// An error in a line of expected output. Columns count from the first byte after the marker.
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
