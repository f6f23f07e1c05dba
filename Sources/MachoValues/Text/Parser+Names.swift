import MachoMetadata

extension Parser {
  /// Parses `name`, `name(…)`, `name.rest`, `name[…].rest` or `name(…).rest`, each with an optional
  /// leading dot.
  ///
  /// `typeCount` names of types precede this name. They do not count as levels of the value.
  mutating func parseMember(_ depth: Int, typeCount: Int = 0) throws(ValueError) {
    guard depth < Parser.depthLimit else {
      throw ValueError(
        .tooDeep, position..<position + 1, "values nest at most \(Parser.depthLimit) deep")
    }
    let node = beginNode(.name)
    if byte == UInt8(ascii: ".") {
      nodes[node].detail = SyntaxNode.dotted
      position += 1
    }
    let name = try parseName()
    nodes[node].contentStart = Int32(name.lowerBound)
    nodes[node].contentEnd = Int32(name.upperBound)
    skipGenericArguments()
    if byte == UInt8(ascii: "(") {
      nodes[node].kind = .call
      if isRawCall(name) {
        try parseRawArgument()
      } else {
        try parseArguments(depth, opener: position)
        // Swift code unwraps the values of some initializers: `URL(string: "a")!`.
        if byte == UInt8(ascii: "!"), byte(after: 1) != UInt8(ascii: "=") { position += 1 }
        if byte == UInt8(ascii: "."), isNameStart(byte(after: 1)) {
          nodes[node].kind = .element
          try parseRest(of: node, depth)
        }
      }
    } else if byte == UInt8(ascii: "[") {
      nodes[node].kind = .chain
      try parseElement(depth + 1)
    } else if byte == UInt8(ascii: "."), byte(after: 1) != UInt8(ascii: ".") {
      nodes[node].kind = .chain
      position += 1
      guard isNameStart(byte) else { throw unexpected("a name") }
      if typeCount < Parser.typeNameLimit, isTypeName(name) {
        try parseMember(depth, typeCount: typeCount + 1)
      } else {
        try parseMember(depth + 1)
      }
    }
    endNode(node)
  }

  /// The maximum number of type names that do not count as levels. Further ones count, because each is a
  /// recursive call.
  private static let typeNameLimit = 4

  private func isTypeName(_ name: Range<Int>) -> Bool {
    let first = bytes[name].first { $0 != UInt8(ascii: "`") } ?? 0
    return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
  }

  /// Parses `[id: 3]` or `[#0]`, and the rest after it.
  private mutating func parseElement(_ depth: Int) throws(ValueError) {
    let opener = position
    let node = beginNode(.element)
    position += 1
    skipSpace()
    let label = parseLabel()
    if isAtEnd { throw unclosed("[", at: opener) }
    let first = nodes.count
    try parseValue(depth + 1)
    nodes[first].labelStart = Int32(label.lowerBound)
    nodes[first].labelEnd = Int32(label.upperBound)
    skipSpace()
    guard byte == UInt8(ascii: "]") else {
      throw isAtEnd ? unclosed("[", at: opener) : unexpected("']'")
    }
    position += 1
    nodes[node].contentStart = Int32(opener)
    nodes[node].contentEnd = Int32(position)
    if byte == UInt8(ascii: "."), byte(after: 1) != UInt8(ascii: ".") {
      try parseRest(of: node, depth)
    }
    endNode(node)
  }

  /// Parses `.rest` as the last child of an element.
  private mutating func parseRest(of node: Int, _ depth: Int) throws(ValueError) {
    position += 1
    guard isNameStart(byte) else { throw unexpected("a name") }
    nodes[node].detail |= SyntaxNode.withRest
    try parseMember(depth + 1)
  }

  /// Parses a name. As in Swift, backticks around a name that needs none are left out; those
  /// of a raw identifier belong to it: `` `my name` ``.
  mutating func parseName() throws(ValueError) -> Range<Int> {
    guard isNameStart(byte) else { throw unexpected("a name") }
    let start = position
    guard byte == UInt8(ascii: "`") else {
      while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
      return start..<position
    }
    guard let end = endOfBackticks(bytes, from: start) else { throw unclosed("`", at: start) }
    position = end
    return nameRange(inBackticks: start..<end)
  }

  /// Returns the range of the name in a text with backticks.
  private func nameRange(inBackticks range: Range<Int>) -> Range<Int> {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    return SourceIdentifier.isRaw(bytes[inside]) ? range : inside
  }

  /// Skips generic arguments such as `<Int, [String]>` between a type's name and its `(` or `.`.
  /// They carry no information that the declared type lacks.
  private mutating func skipGenericArguments() {
    guard byte == UInt8(ascii: "<") else { return }
    var depth = 0
    var end = position
    repeat {
      switch end < bytes.count ? bytes[end] : 0 {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      case 0, UInt8(ascii: "\""), 0x0a: return
      default: break
      }
      end += 1
      // PERFORMANCE: type names are short. The limit keeps texts with many `<` linear.
      if end - position > 1000 { return }
    } while depth > 0
    guard end < bytes.count, bytes[end] == UInt8(ascii: "(") || bytes[end] == UInt8(ascii: ".")
    else { return }
    position = end
  }

  /// Whether this is a call such as `UUID(0000…)`, `URL(https://…)`, `Date(1970-…)` or
  /// `Data(3 bytes)`, which customDump prints without quotes.
  private func isRawCall(_ name: Range<Int>) -> Bool {
    guard (3...4).contains(name.count) else { return false }
    let text = String(decoding: bytes[name], as: UTF8.self)
    guard text == "UUID" || text == "URL" || text == "Date" || text == "Data" else { return false }
    var index = position + 1
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x0a { index += 1 }
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "@"),
      UInt8(ascii: ")"), UInt8(ascii: "_"):
      return false
    default: break
    }
    if text == "Data" { return isDigit(bytes[index]) }
    if text == "UUID" || text == "Date" {
      // `UUID(1)` and `Date(0.5)` have numeric arguments.
      var end = index
      while end < bytes.count, isDigit(bytes[end]) || bytes[end] == 0x2e { end += 1 }
      if end > index, end < bytes.count, bytes[end] == UInt8(ascii: ")") { return false }
    }
    var end = index
    while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return true }
    let labels =
      switch text {
      case "UUID": ["uuidString"]
      case "URL": ["string"]
      default: ["timeIntervalSince1970", "timeIntervalSinceReferenceDate"]
      }
    return !labels.contains(String(decoding: bytes[index..<end], as: UTF8.self))
  }

  private mutating func parseRawArgument() throws(ValueError) {
    let opener = position
    position += 1
    let node = beginNode(.raw)
    var depth = 0
    while !isAtEnd {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        if depth == 0 { break }
        depth -= 1
      }
      position += 1
    }
    guard !isAtEnd else { throw unclosed("(", at: opener) }
    endNode(node)
    nodes[node].contentStart = nodes[node].start
    nodes[node].contentEnd = nodes[node].end
    position += 1
  }
}
