import MachoReporting

/// Validates the regular expressions of expected output.
///
/// Scripts store patterns as text and compile them for matching, because `Regex` is not `Sendable`.
enum OutputRegex {
  /// Returns the pattern if it compiles.
  static func validated(_ pattern: String) throws(PatternError) -> String {
    guard !pattern.isEmpty else {
      throw PatternError(.badRegex, "the regular expression is empty")
    }
    do throws(UserRegex.Failure) { _ = try UserRegex(pattern) } catch {
      throw PatternError(.badRegex, "\(error)")
    }
    return pattern
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
