/// Lines of a script or a recording, in which a migration finds values.
package struct MigrationText: Sendable {
  /// The syntax of the values.
  package enum Form: Sendable {
    /// What users type.
    case command
    /// Dumps and diffs, whose values have a line for each property.
    case output
    case json
  }

  /// What a line of output is.
  package enum LineKind: Sendable {
    case text
    /// A line of a diff with the mark of a removed or an added line.
    case change
    /// A matcher. Its text is not known.
    case matcher
  }

  /// The syntax.
  let form: Form
  /// The text of the file. Lines are separated by line feeds.
  package let raw: [UInt8]
  /// The text to parse, of the same length. What belongs to no value is blank.
  let bytes: [UInt8]
  package let parts: [TextPart]
  /// The number of bytes before the output in a line.
  private let margin: Int
  private let lineStarts: [Int]
  private let kinds: [LineKind]

  /// Creates a text.
  ///
  /// - Parameters:
  ///   - bytes: The text to parse. Default: the text of the file.
  ///   - margin: The number of bytes before the output in a line. Default: none.
  ///   - kinds: What the lines are. Default: text.
  package init(
    _ form: Form, raw: [UInt8], bytes: [UInt8]? = nil, parts: [TextPart], margin: Int = 0,
    kinds: [LineKind] = []
  ) {
    self.form = form
    self.raw = raw
    self.bytes = bytes ?? raw
    self.parts = parts
    self.margin = margin
    self.kinds = kinds
    lineStarts = [0] + raw.indices.filter { raw[$0] == 0x0a }.map { $0 + 1 }
  }

  // MARK: Lines

  func line(of offset: Int) -> Int {
    lineStarts.lastIndex { $0 <= offset } ?? 0
  }

  /// The lines that a range touches.
  func lines(of range: Range<Int>) -> ClosedRange<Int> {
    let last = range.isEmpty ? range.lowerBound : range.upperBound - 1
    return line(of: range.lowerBound)...line(of: last)
  }

  func lineStart(of offset: Int) -> Int { lineStarts[line(of: offset)] }

  /// The offset of the line feed that ends the line of an offset, or of the end of the text.
  func lineEnd(of offset: Int) -> Int {
    raw[offset...].firstIndex(of: 0x0a) ?? raw.count
  }

  /// Whether nothing that is parsed precedes an offset in its line.
  func startsLine(_ offset: Int) -> Bool {
    bytes[lineStart(of: offset)..<offset].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The text of the file before an offset in its line, for a line without captures.
  func linePrefix(_ offset: Int) -> String {
    let prefix = String(decoding: raw[lineStart(of: offset)..<offset], as: UTF8.self)
    guard form == .output, margin > 0, prefix.hasPrefix("|= ") else { return prefix }
    return "| " + prefix.dropFirst(3)
  }

  func kind(ofLine line: Int) -> LineKind { kinds.indices.contains(line) ? kinds[line] : .text }

  /// Whether output shows all of a value that begins at an offset: in a dump, and in a line that a diff
  /// removes or adds. An unchanged line of a diff has two columns before it, and shows a part.
  func isWhole(at offset: Int, root: Int) -> Bool {
    guard form == .output, kind(ofLine: line(of: offset)) != .change else { return true }
    return root - lineStart(of: root) < margin + 2
  }

  /// Returns the number of the line of an offset, from 0, and its column in bytes, from 0.
  package func position(of offset: Int) -> (line: Int, column: Int) {
    let line = line(of: offset)
    return (line, offset - lineStarts[line])
  }
}

/// A replacement of a part of a text.
package struct MigrationEdit: Hashable, Sendable {
  /// The UTF-8 range. Empty for an insertion.
  package var range: Range<Int>
  /// The new text.
  package var text: String
}

/// A place that may concern a change, and was not changed.
package struct MigrationNote: Hashable, Sendable {
  /// The UTF-8 offset in the text.
  package var offset: Int
  /// Why the place may concern a change.
  package var message: String

  /// Creates a note.
  package init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }
}

extension Set<MigrationEdit> {
  /// The edits by their position. `nil` if two of them overlap.
  package var inOrder: [MigrationEdit]? {
    let edits = sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    let overlap = zip(edits, edits.dropFirst()).contains { one, next in
      next.range.lowerBound < one.range.upperBound || next.range == one.range
    }
    return overlap ? nil : edits
  }
}

extension [MigrationEdit] {
  /// Returns a text with the edits, which are in order.
  package func applied(to raw: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in self {
      result += raw[end..<edit.range.lowerBound]
      result += [UInt8](edit.text.utf8)
      end = edit.range.upperBound
    }
    return result + raw[end...]
  }

  /// Returns where the text at an offset is after the edits.
  package func moved(_ offset: Int) -> Int {
    var moved = offset
    for edit in self where edit.range.lowerBound <= offset {
      if edit.range.upperBound <= offset {
        moved += edit.text.utf8.count - edit.range.count
      } else {
        moved -= offset - edit.range.lowerBound
      }
    }
    return moved
  }
}
