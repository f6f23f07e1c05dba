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

/// Reads the lines of a diff in order. A multi-line string spans several of them.
package struct DiffLineReader {
  /// The end of the multi-line string that is open: quotes and number signs.
  private var end: [UInt8]?

  package init() {}

  /// Returns the form of the next line.
  package mutating func read(_ text: String, mark: DiffLine.Mark) -> DiffLine {
    let body = text.utf8.dropFirst(2)
    let spaces = body.prefix { $0 == UInt8(ascii: " ") }.count
    let value = body.dropFirst(spaces)
    if let end {
      let isEnd = value.elementsEqual(end) || value.elementsEqual(end + [UInt8(ascii: ",")])
      if isEnd { self.end = nil }
      return DiffLine(mark: mark, role: isEnd ? .endOfString : .content, depth: nil)
    }
    guard let first = value.first else { return DiffLine(mark: mark, role: .value, depth: nil) }
    end = Self.endOfString(startedBy: value)
    let isClosing = [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(first)
    let role: DiffLine.Role = end != nil ? .startOfString : isClosing ? .closing : .value
    return DiffLine(mark: mark, role: role, depth: spaces)
  }

  /// Returns the end of the multi-line string that a line starts: `name: #"""` and `"""` do.
  private static func endOfString(startedBy value: Substring.UTF8View) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard value.last == quote else { return nil }
    let bytes = Array(value)
    guard bytes.suffix(3).elementsEqual([quote, quote, quote]) else { return nil }
    let rest = bytes.dropLast(3)
    let hashes = rest.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    switch rest.dropLast(hashes).last {
    case nil, UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: "["):
      return [quote, quote, quote] + [UInt8](repeating: UInt8(ascii: "#"), count: hashes)
    default: return nil
    }
  }
}
