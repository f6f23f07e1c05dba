import MachoDiff

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
  package static func lines(of change: Change) -> [OutputLine] {
    let lines = OutputLine.lines(of: change, diff: 0)
    let kept = ChangeTree(lines.map(\.text), change.lines).scriptTexts.map { $0 != nil }
    var result: [OutputLine] = []
    var at = 0
    while at < lines.count {
      var end = at
      while end < lines.count, !kept[end] { end += 1 }
      if end - at > 1 {
        let indentation = change.lines[at].indentation
        result.append(OutputLine("\(indentation)… \(end - at) unchanged", .unchanged))
      } else {
        result += lines[at..<end]
      }
      if end < lines.count { result.append(lines[end]) }
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
      texts += ChangeTree(lines.map(\.text), lines.compactMap(\.change)).scriptTexts
    }
    return texts
  }
}
