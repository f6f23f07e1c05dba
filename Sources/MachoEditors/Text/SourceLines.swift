import MachoValues

/// The lines of a document as the script parser counts them, with conversions to positions.
///
/// Script lines count from 1 and end at `\n` or `\r\n`; their columns count bytes from 0.
struct SourceLines: Sendable {
  let document: TextDocument
  /// The offset of each line's first byte.
  private let starts: [Int]
  /// The lines without their endings.
  let lines: [String]

  init(_ document: TextDocument) {
    self.document = document
    var starts = [0]
    let bytes = document.bytes
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      while let end = ByteSearch.first(0x0A, in: buffer, from: index) {
        starts.append(end + 1)
        index = end + 1
      }
    }
    self.starts = starts
    lines = starts.indices.map { index in
      var end = index + 1 < starts.count ? starts[index + 1] - 1 : bytes.count
      if end > starts[index], bytes[end - 1] == 0x0D { end -= 1 }
      return String(decoding: bytes[starts[index]..<end], as: UTF8.self)
    }
  }

  /// The number of lines. A text that ends in a newline has an empty last line.
  var count: Int { starts.count }

  /// Returns the text of a line. Empty for a line outside of the text.
  func text(_ line: Int) -> String { lines.indices.contains(line - 1) ? lines[line - 1] : "" }

  /// Returns the offset of a line and column.
  func offset(line: Int, column: Int) -> Int {
    guard line >= 1 else { return 0 }
    guard line <= starts.count else { return document.bytes.count }
    return starts[line - 1] + min(max(0, column), lines[line - 1].utf8.count)
  }

  /// Returns the position of a line and column.
  func position(line: Int, column: Int = 0) -> TextPosition {
    document.position(of: offset(line: line, column: column))
  }

  /// Returns the range of a part of a line. Default: the whole line.
  func range(line: Int, columns: Range<Int>? = nil) -> TextRange {
    let columns = columns ?? 0..<text(line).utf8.count
    return TextRange(
      start: position(line: line, column: columns.lowerBound),
      end: position(line: line, column: columns.upperBound))
  }

  /// Returns the line and column of a position.
  func location(of position: TextPosition) -> (line: Int, column: Int) {
    let offset = document.offset(of: position)
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return (low + 1, min(offset - starts[low], lines[low].utf8.count))
  }
}
