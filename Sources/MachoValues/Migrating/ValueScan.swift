/// Parses the values in a part of a text, one after another. Skips what belongs to none.
struct ValueScan {
  /// A value, or a name before text that is no value.
  enum Item {
    case value(SyntaxTree)
    case unread(Range<Int>)
  }

  /// The values, in order.
  private(set) var items: [Item] = []

  /// Parses a part of a text. The ranges in the trees count from the start of the text.
  init(_ text: [UInt8], _ range: Range<Int>) {
    let bytes = Array(text[..<range.upperBound])
    var position = range.lowerBound
    while position < bytes.count {
      var parser = Parser(bytes: bytes, position: position)
      parser.skipSpace()
      guard !parser.isAtEnd else { return }
      position = parser.position
      do throws(ValueError) {
        try parser.parseValue(0)
        items.append(.value(SyntaxTree(bytes: bytes, nodes: parser.nodes)))
        position = parser.position
      } catch {
        let name = bytes[position...].prefix(while: isNameByte)
        if !name.isEmpty { items.append(.unread(name.indices)) }
        position = max(name.endIndex, position + 1)
      }
    }
  }
}
