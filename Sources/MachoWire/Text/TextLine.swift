/// A line of the text mode: the client's token, then a line of the language, or `+` and more of one.
struct TextLine {
  /// By what the client knows the answer.
  var token: String
  /// Whether it continues the line before it.
  var isContinuation: Bool
  /// What stands behind the token, and behind one blank.
  var text: String

  /// The token of what belongs to no request.
  static let unsolicitedToken = "*"

  /// Reads a line, or says what is wrong with it.
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
          ? "nothing stands behind the token '\(token)'"
          : "a blank belongs behind the token '\(token)'")
    }
    if rest.first == " " { rest = rest.dropFirst() }
    self.token = String(token)
    text = String(rest)
  }

  /// The token of the request that a line takes back: `cancel 12`.
  static func tokenToCancel(by text: String) -> String? {
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
