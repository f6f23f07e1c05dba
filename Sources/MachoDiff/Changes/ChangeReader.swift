/// Reads lines of changes that a script, a person or another process supplies. A multi-line string spans
/// several of them.
package struct ChangeReader {
  /// The end of the multi-line string that is open: quotes and number signs.
  private var end: [UInt8]?

  package init() {}

  /// Returns what the next line is. `nil` if the text begins with no mark of a change.
  package mutating func read(_ text: String) -> ChangeLine? {
    guard let mark = ChangeLine.Mark(of: text) else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var line = read(bytes.dropFirst(2), mark)
      line.length = bytes.count
      line.readComma(last: bytes.last)
      return line
    }
  }

  // SAFETY: slices of the text of one call, which are read during the call only.
  private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  private mutating func read(_ body: Text, _ mark: ChangeLine.Mark) -> ChangeLine {
    let spaces = body.prefix { $0 == .space }.count
    var value = body.dropFirst(spaces)
    var line = ChangeLine(mark: mark, depth: nil)
    if let end {
      // A key of a dictionary may end on this line.
      let isEnd =
        value.elementsEqual(end) || value.elementsEqual(end + [.comma])
        || value.starts(with: end + Array(": ".utf8))
      if isEnd { self.end = nil }
      line.role = isEnd ? .endOfString : .content
      return line
    }
    guard let first = value.first else { return line }
    line.depth = spaces
    end = Self.endOfString(startedBy: value)
    if end != nil { line.role = .startOfString }
    if end == nil, [.close, UInt8(ascii: "]"), UInt8(ascii: "}")].contains(first) {
      line.role = .closing
      line.container = Self.container(openedBy: value)
      return line
    }
    if let count = Self.count(in: value) {
      line.role = .unchanged(count: count)
      return line
    }
    if let label = Self.label(of: value) {
      line.label = label.label
      value = value.dropFirst(label.length)
    }
    line.container = Self.container(openedBy: value)
    let isID = line.label == .text(length: 2) && body.dropFirst(spaces).starts(with: "id".utf8)
    line.isIdentity =
      isID && line.role == .value && line.container == nil && !value.starts(with: "nil".utf8)
      && !Self.contains("…", value)
    return line
  }

  /// Returns the container that a line opens at its end.
  private static func container(openedBy value: Text) -> ChangeLine.Container? {
    switch value.last {
    case .open: .fields
    case UInt8(ascii: "["): value.suffix(5).elementsEqual("Set([".utf8) ? .set : .elements
    default: nil
    }
  }

  private static func contains(_ part: StaticString, _ text: Text) -> Bool {
    part.withUTF8Buffer { part in
      text.indices.contains { text[$0...].starts(with: part) }
    }
  }

  /// Returns the number in `… (3 unchanged)`.
  private static func count(in value: Text) -> Int? {
    let opening = "… (".utf8
    guard value.starts(with: opening) else { return nil }
    let digits = value.dropFirst(opening.count).prefix(while: isDigit)
    let rest = value.dropFirst(opening.count + digits.count)
    guard rest.elementsEqual(" unchanged)".utf8) || rest.elementsEqual(" unchanged),".utf8) else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Returns the end of the multi-line string that a line starts: `name: #"""` and `"""` do.
  private static func endOfString(startedBy value: Text) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard value.last == quote, value.suffix(3).elementsEqual([quote, quote, quote]) else {
      return nil
    }
    let rest = value.dropLast(3)
    let hashes = rest.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    switch rest.dropLast(hashes).last {
    case nil, .space, .open, UInt8(ascii: "["):
      return [quote, quote, quote] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    default: return nil
    }
  }
}

// MARK: - Labels

extension ChangeReader {
  /// Returns the label at the start of a value, with its length including the colon and the space.
  private static func label(of value: Text) -> (label: ChangeLine.Label, length: Int)? {
    if value.first == UInt8(ascii: "[") {
      let digits = value.dropFirst().prefix(while: isDigit)
      guard let index = Int(String(decoding: digits, as: UTF8.self)),
        value.dropFirst(1 + digits.count).starts(with: "]: ".utf8)
      else { return nil }
      return (.index(index), digits.count + 4)
    }
    guard let end = endOfLabel(in: value) else { return nil }
    let length = value.distance(from: value.startIndex, to: end)
    return length > 0 ? (.text(length: length), length + 2) : nil
  }

  /// Returns the index of the first colon before a space that is outside of strings and brackets.
  private static func endOfLabel(in value: Text) -> Int? {
    var index = value.startIndex
    var depth = 0
    while index < value.endIndex {
      switch value[index] {
      case UInt8(ascii: "\""):
        let hashes = value[..<index].reversed().prefix { $0 == UInt8(ascii: "#") }.count
        guard let end = endOfString(in: value, from: index + 1, hashes) else { return nil }
        index = end
        continue
      case UInt8(ascii: "`"):
        guard let end = value[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return nil }
        index = end
      case .open, UInt8(ascii: "["): depth += 1
      case .close, UInt8(ascii: "]"):
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: ":"):
        if depth == 0, index + 1 < value.endIndex, value[index + 1] == .space { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Returns the index after the end of a string on one line.
  private static func endOfString(in value: Text, from start: Int, _ hashes: Int) -> Int? {
    let signs = [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    var index = start
    while index < value.endIndex {
      if value[index...].starts(with: [UInt8(ascii: "\\")] + signs) {
        index += 2 + hashes
      } else if value[index...].starts(with: [UInt8(ascii: "\"")] + signs) {
        return index + 1 + hashes
      } else {
        index += 1
      }
    }
    return nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension ChangeLine.Mark {
  /// Reads the mark of a line. `nil` if the text begins with none.
  package init?(of text: String) {
    var bytes = text.utf8.makeIterator()
    let first = bytes.next()
    guard bytes.next() ?? .space == .space else { return nil }
    switch first {
    case UInt8(ascii: "-"): self = .removed
    case UInt8(ascii: "+"): self = .added
    case .space, nil: self = .unchanged
    default: return nil
    }
  }
}

extension Change {
  /// Reads a change from its text. Lines without a mark count as unchanged.
  package init(reading text: String) {
    func lines(_ texts: [String]) -> [ChangeLine] {
      var reader = ChangeReader()
      return texts.map {
        reader.read($0) ?? ChangeLine(mark: .unchanged, depth: nil, length: $0.utf8.count)
      }
    }
    let texts = text.utf8.split(separator: .newline, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let expanded = SingleFieldChange.expand(
      in: texts, block: { _ in 0 }, text: \.self, line: { text, _ in text })
    self.init(
      text: text, lines: lines(texts),
      scriptForm: expanded == texts
        ? nil : ScriptForm(text: expanded.joined(separator: "\n"), lines: lines(expanded)))
  }
}
