import MachoDiff
import MachoValues

/// Reduces a change to its changed lines with what contains them, and counts the others.
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
  package static func lines(of change: Change) -> [(text: String, mark: ChangeLine.Mark)] {
    let lines = ByteSearch.lines(of: change.text)
    let kept = ChangeTree(lines, change.lines).essentialTexts.map { $0 != nil }
    var result: [(text: String, mark: ChangeLine.Mark)] = []
    var at = 0
    while at < lines.count {
      var end = at
      while end < lines.count, !kept[end] { end += 1 }
      if end - at > 1 {
        let indent = lines[at].prefix { $0 == " " }
        result.append(("\(indent)… \(end - at) unchanged", .unchanged))
      } else {
        result += (at..<end).map { (lines[$0], change.lines[$0].mark) }
      }
      if end < lines.count { result.append((lines[end], change.lines[end].mark)) }
      at = end + 1
    }
    return result
  }

  /// Returns the lines of a command's output as a script contains them: all lines that belong to
  /// no diff, and the essential lines of each diff. `nil` for lines that the script omits.
  package static func scriptLines(of output: [OutputLine]) -> [String?] {
    var texts: [String?] = []
    while texts.count < output.count {
      let start = texts.count
      guard let diff = output[start].diff else {
        texts.append(output[start].textWithoutLineNumbers)
        continue
      }
      let lines = output[start...].prefix { $0.diff == diff }
      texts += ChangeTree(lines.map(\.text), lines.compactMap(\.change)).essentialTexts
    }
    return texts
  }
}
