import MachoValues

/// The form of one line of a diff: a change mark in two columns, then an indented part of a dump.
package struct DiffLine: Hashable, Sendable {
  /// Whether one of the two states lacks the line.
  package enum Mark: Hashable, Sendable {
    case removed, added, unchanged
  }

  /// What a line does to the nesting.
  package enum Role: Hashable, Sendable {
    /// A value, or the first line of a value.
    case value
    /// The first line of a multi-line string.
    case startOfString
    /// A line inside of a multi-line string, as its value has it.
    case content
    /// The last line of a multi-line string.
    case endOfString
    /// The last line of another value.
    case closing
  }

  package let mark: Mark
  package let role: Role
  /// The indentation after the mark. `nil` in a multi-line string and in a line of spaces, where
  /// the indentation does not express nesting.
  package let depth: Int?

  package var isChange: Bool { mark != .unchanged }

  /// Returns the mark of a text. `nil` if the text cannot be a line of a diff.
  package static func mark(of text: String) -> Mark? {
    var bytes = text.utf8.makeIterator()
    let first = bytes.next()
    guard bytes.next() ?? UInt8(ascii: " ") == UInt8(ascii: " ") else { return nil }
    switch first {
    case UInt8(ascii: "-"): return .removed
    case UInt8(ascii: "+"): return .added
    case UInt8(ascii: " "), nil: return .unchanged
    default: return nil
    }
  }
}

// MARK: - Elements

extension DiffLine {
  /// Returns the UTF-8 range of the index of an array's element in the text of the line: `3` in
  /// `[3]: Row(`. `nil` if the line begins no element.
  package func indexRange(in text: String) -> Range<Int>? {
    guard role == .value || role == .startOfString, let depth else { return nil }
    let label = text.utf8.dropFirst(2 + depth)
    guard label.first == UInt8(ascii: "[") else { return nil }
    let digits = label.dropFirst().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    guard digits > 0, label.dropFirst(1 + digits).starts(with: "]: ".utf8) else { return nil }
    return 3 + depth..<3 + depth + digits
  }

  /// Returns the index of an array's element. `nil` if the line begins no element.
  package func index(in text: String) -> Int? {
    indexRange(in: text).flatMap { range in
      Int(
        String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self))
    }
  }

  /// Returns the number of elements that an unchanged line represents: 3 for `… (3 unchanged)`, 1
  /// for an element without contents, and 0 for other lines.
  package func unchangedElements(_ text: String) -> Int {
    guard mark == .unchanged, let depth else { return 0 }
    if let count = Self.count(in: text.utf8.dropFirst(2 + depth)) { return count }
    return index(in: text) != nil ? 1 : 0
  }

  /// Returns the number in `… (3 unchanged)`.
  private static func count(in text: Substring.UTF8View) -> Int? {
    let opening = "… (".utf8
    guard text.starts(with: opening) else { return nil }
    let digits = text.dropFirst(opening.count).prefix {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
    }
    let rest = text.dropFirst(opening.count + digits.count)
    guard rest.elementsEqual(" unchanged)".utf8) || rest.elementsEqual(" unchanged),".utf8) else {
      return nil
    }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  /// Whether the line is the `id` of a value, and tells the value from others.
  package func isIdentity(_ text: String) -> Bool {
    guard role == .value, let depth else { return false }
    let label = text.utf8.dropFirst(2 + depth)
    guard label.starts(with: "id: ".utf8) else { return false }
    let value = label.dropFirst(4)
    // Contents on other lines, or omitted ones, could differ.
    return !value.starts(with: "nil".utf8) && !Self.openings.contains(value.last ?? 0)
      && !text.contains("…")
  }

  private static let openings = [UInt8(ascii: "("), UInt8(ascii: "[")]
}

/// Reads the lines of a diff in order. A multi-line string spans several of them.
package struct DiffLineReader {
  /// The end of the multi-line string that is open: quotes and number signs.
  private var end: [UInt8]?

  package init() {}

  /// Returns the form of the next line.
  package mutating func read(_ text: String, mark: DiffLine.Mark) -> DiffLine {
    var text = text
    return text.withUTF8 { read($0, mark: mark) }
  }

  private mutating func read(_ text: UnsafeBufferPointer<UInt8>, mark: DiffLine.Mark) -> DiffLine {
    let body = text.dropFirst(2)
    let spaces = body.prefix { $0 == UInt8(ascii: " ") }.count
    let value = body.dropFirst(spaces)
    if let end {
      let isEnd = value.elementsEqual(end) || value.elementsEqual(end + [UInt8(ascii: ",")])
      if isEnd { self.end = nil }
      return DiffLine(mark: mark, role: isEnd ? .endOfString : .content, depth: nil)
    }
    guard let first = value.first else { return DiffLine(mark: mark, role: .value, depth: nil) }
    end = Self.endOfString(startedBy: value)
    let isClosing =
      first == UInt8(ascii: ")") || first == UInt8(ascii: "]") || first == UInt8(ascii: "}")
    let role: DiffLine.Role = end != nil ? .startOfString : isClosing ? .closing : .value
    return DiffLine(mark: mark, role: role, depth: spaces)
  }

  /// Returns the end of the multi-line string that a line starts: `name: #"""` and `"""` do.
  private static func endOfString(
    startedBy value: Slice<UnsafeBufferPointer<UInt8>>
  ) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard value.last == quote, value.suffix(3).elementsEqual([quote, quote, quote]) else {
      return nil
    }
    let rest = value.dropLast(3)
    let hashes = rest.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    switch rest.dropLast(hashes).last {
    case nil, UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "["):
      return [quote, quote, quote] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    default: return nil
    }
  }
}
