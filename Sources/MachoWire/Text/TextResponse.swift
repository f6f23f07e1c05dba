import MachoReporting

/// Formats messages to a client of the text mode.
enum TextResponse {
  /// Returns the response to a line.
  static func text(_ token: String, _ result: LineResult) -> String {
    var text = output(token, result.output)
    if let failure = result.failure { return text + errorLine(token, WireError(failure)) }
    text +=
      "\(token)^ok position=\(result.position) effects=\(result.effects) status=\(result.status)"
    if let wakes = result.wakes { text += " wakes=\(wakes)" }
    return text + (result.isSkipped ? " skipped\n" : "\n")
  }

  /// Returns the response to an invalid request.
  static func text(_ token: String, _ error: WireError) -> String {
    output(token, error.output) + errorLine(token, error)
  }

  /// Returns the output of external work.
  static func text(externalInput result: LineResult, seq: Int) -> String {
    output(TextLine.unsolicitedToken, result.output) + "*^event seq=\(seq)\n"
  }

  private static func output(_ token: String, _ lines: [String]) -> String {
    lines.map { "\(token)| \($0)\n" }.joined()
  }

  private static func errorLine(_ token: String, _ error: WireError) -> String {
    let column = error.range.map { " col=\($0.lowerBound)-\($0.upperBound)" } ?? ""
    var sentence = error.message
    if !error.candidates.isEmpty {
      sentence = "did you mean " + error.candidates.prefix(3).joined(separator: ", ")
    }
    let line = sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "\(token)^error \(error.code)\(column) \(OutputEscaping.encode(line))\n"
  }
}
