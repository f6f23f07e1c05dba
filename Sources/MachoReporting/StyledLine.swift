/// The role of a line of output, for coloring. The wire protocol sends the raw values.
package enum LineRole: String, Codable, Sendable {
  case plain, added, removed, unchanged, received, notice, problem, success, failure, heading
}

/// A line of output with its role.
package struct StyledLine: Codable, Hashable, Sendable {
  /// The text of the line.
  package var text: String
  /// The role.
  package var role: LineRole
  /// The part that differs from another line, in bytes of UTF-8.
  package var emphasis: Range<Int>?

  /// Creates a line.
  package init(_ text: String, _ role: LineRole = .plain) {
    self.text = text
    self.role = role
  }
}

extension StyledLine {
  /// Returns the lines of a text without roles.
  package static func plain(_ texts: [String]) -> [StyledLine] { texts.map { StyledLine($0) } }

  /// Returns the line with a text before it.
  package func prefixed(by prefix: String) -> StyledLine {
    var line = StyledLine(prefix + text, role)
    let length = prefix.utf8.count
    line.emphasis = emphasis.map { $0.lowerBound + length..<$0.upperBound + length }
    return line
  }

  /// Emphasizes what differs between removed lines and the added lines that follow them. Ignores the
  /// first `prefix` bytes of each line.
  package static func emphasizeReplacements(in lines: inout [StyledLine], prefix: Int) {
    var index = lines.startIndex
    while index < lines.endIndex {
      let removed = lines[index...].prefix { $0.role == .removed }.indices
      let added = lines[removed.upperBound...].prefix { $0.role == .added }.indices
      for (old, new) in zip(removed, added) {
        var (one, other) = (lines[old], lines[new])
        emphasizeDifference(&one, &other, prefix: prefix)
        (lines[old], lines[new]) = (one, other)
      }
      index = max(index + 1, added.upperBound)
    }
  }

  /// Emphasizes the words in which two lines differ. Ignores the first `prefix` bytes of both.
  private static func emphasizeDifference(
    _ one: inout StyledLine, _ other: inout StyledLine, prefix: Int
  ) {
    let words = [one, other].map { Array($0.text.utf8.dropFirst(prefix)).wordsOfBytes }
    let head = zip(words[0], words[1]).prefix { $0 == $1 }.count
    let tail = zip(words[0].dropFirst(head).reversed(), words[1].dropFirst(head).reversed())
      .prefix { $0 == $1 }.count
    func range(_ words: [ArraySlice<UInt8>]) -> Range<Int>? {
      let start = words.prefix(head).reduce(prefix) { $0 + $1.count }
      let length = words.dropFirst(head).dropLast(tail).reduce(0) { $0 + $1.count }
      return length > 0 ? start..<start + length : nil
    }
    (one.emphasis, other.emphasis) = (range(words[0]), range(words[1]))
  }

  /// Returns the line with an indentation of two spaces. An empty line stays empty.
  package var indented: StyledLine { text.isEmpty ? self : prefixed(by: "  ") }
}

extension [UInt8] {
  /// Words, which consist of letters, digits and bytes above ASCII, and the single bytes between
  /// them.
  fileprivate var wordsOfBytes: [ArraySlice<UInt8>] {
    func isWord(_ byte: UInt8) -> Bool {
      byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || byte == UInt8(ascii: "_")
    }
    var words: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let length = isWord(self[start]) ? self[start...].prefix(while: isWord).count : 1
      words.append(self[start..<start + length])
      start += length
    }
    return words
  }
}
