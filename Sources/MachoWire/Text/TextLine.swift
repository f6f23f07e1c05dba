/// A line of the text mode: the client's token, then a line of the language, or `+` and a
/// continuation.
struct TextLine {
  /// The token that the response repeats.
  var token: String
  /// Whether it continues the previous line.
  var isContinuation: Bool
  /// The text after the token and one blank.
  var text: String

  /// The token of output that belongs to no request.
  static let unsolicitedToken = "*"

  /// Parses a line. Throws if it is invalid.
  init(reading line: String) throws(WireError) {
    let token = line.prefix { Self.isTokenByte($0) }
    guard (1...32).contains(token.utf8.count) else {
      throw Self.invalidToken("a line begins with a token: 1 to 32 of 0-9 A-Z a-z _ -")
    }
    var rest = line[token.endIndex...]
    isContinuation = rest.first == "+"
    if isContinuation { rest = rest.dropFirst() }
    guard isContinuation || rest.first == " " else {
      throw Self.invalidToken(
        rest.isEmpty
          ? "no line after the token '\(token)'"
          : "expected a blank after the token '\(token)'")
    }
    if rest.first == " " { rest = rest.dropFirst() }
    self.token = String(token)
    text = String(rest)
  }

  /// Returns the token in `cancel TOKEN`, or `nil` for any other line.
  static func tokenToCancel(in text: String) -> String? {
    let words = text.split(separator: " ")
    return words.count == 2 && words[0] == "cancel" ? String(words[1]) : nil
  }

  static func invalidToken(_ message: String) -> WireError {
    WireError(.invalidRequest, "bad-token", message)
  }

  private static func isTokenByte(_ character: Character) -> Bool {
    switch character {
    case "0"..."9", "a"..."z", "A"..."Z", "_", "-": character.isASCII
    default: false
    }
  }
}
