import MachoValues

extension TextPosition {
  init?(_ json: JSONValue) {
    guard let line = json["line"]?.int, let character = json["character"]?.int else {
      return nil
    }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }
}

extension TextRange {
  init?(_ json: JSONValue) {
    guard let start = json["start"].flatMap(TextPosition.init),
      let end = json["end"].flatMap(TextPosition.init)
    else { return nil }
    self.init(start: start, end: end)
  }

  var json: JSONValue { ["start": start.json, "end": end.json] }

  /// Whether a position is inside of the range or at one of its ends.
  func touches(_ position: TextPosition) -> Bool { start <= position && position <= end }
}

extension OpenDocument {
  /// Returns the line and column of the position in a request.
  func location(in parameters: JSONValue) -> (line: Int, column: Int)? {
    parameters["position"].flatMap(TextPosition.init).map(lines.location)
  }

  /// Returns the range of a token.
  func range(of token: ScriptToken) -> TextRange {
    lines.range(line: token.line, columns: token.columns)
  }

  /// Returns a location of the protocol in this document.
  func location(of token: ScriptToken) -> JSONValue {
    ["uri": .string(uri), "range": range(of: token).json]
  }

  /// Returns the edit that replaces some lines. An edit at the end of a text without a final newline
  /// adds one.
  func edit(lines edited: Range<Int>, text: [String]) -> JSONValue {
    let newline = self.text.bytes.contains(0x0D) ? "\r\n" : "\n"
    var added = text.map { $0 + newline }.joined()
    var start = lines.position(line: edited.lowerBound)
    var end = lines.position(line: edited.upperBound)
    if edited.lowerBound > lines.count {
      (start, end) = (self.text.end, self.text.end)
      if let last = lines.lines.last, !last.isEmpty { added = newline + added }
    } else if edited.upperBound > lines.count {
      end = self.text.end
    }
    return ["range": TextRange(start: start, end: end).json, "newText": .string(added)]
  }
}
