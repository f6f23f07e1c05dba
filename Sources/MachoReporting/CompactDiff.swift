/// Reduces a diff to its changed lines with their context, and counts the others.
///
/// ```
///   State(
///     … 38 unchanged
/// -   count: 0,
/// +   count: 1,
///   )
/// ```
package enum CompactDiff {
  /// Returns the remaining lines. A single unchanged line is retained.
  package static func lines(_ lines: [String]) -> [String] {
    let kept = keptLines(of: lines)
    var result: [String] = []
    var at = 0
    while at < lines.count {
      var end = at
      while end < lines.count, !kept[end] { end += 1 }
      if end - at > 1 {
        let indent = lines[at].prefix { $0 == " " }
        result.append("\(indent)… \(end - at) unchanged")
      } else {
        result += lines[at..<end]
      }
      if end < lines.count { result.append(lines[end]) }
      at = end + 1
    }
    return result
  }

  /// Returns which lines changed or enclose a changed line: opening lines above it and closing
  /// lines below it.
  private static func keptLines(of lines: [String]) -> [Bool] {
    var kept = lines.map(isChange)
    var surrounds = [Bool](repeating: false, count: lines.count)
    // The enclosing lines, outermost first.
    var open: [(index: Int, depth: Int)] = []
    for (index, line) in lines.enumerated() {
      let depth = depth(line)
      let isClosing = isClosing(line)
      while let last = open.last, last.depth > depth || last.depth == depth && !isClosing {
        open.removeLast()
      }
      if isClosing, let last = open.last, last.depth == depth {
        kept[index] = kept[index] || surrounds[last.index]
        open.removeLast()
        continue
      }
      if kept[index] {
        for outer in open.reversed() {
          // The lines around this one are marked already.
          guard !surrounds[outer.index] else { break }
          surrounds[outer.index] = true
          kept[outer.index] = true
        }
      }
      open.append((index, depth))
    }
    return kept
  }

  private static func isChange(_ line: String) -> Bool {
    line.utf8.first == UInt8(ascii: "-") || line.utf8.first == UInt8(ascii: "+")
  }

  /// Returns the indentation after the column of the change mark.
  private static func depth(_ line: String) -> Int {
    line.utf8.dropFirst(2).prefix { $0 == UInt8(ascii: " ") }.count
  }

  private static func isClosing(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    return text.first.map { ")]}".contains($0) } ?? false
  }
}
