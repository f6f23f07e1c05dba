/// Reduces a diff to its changed lines with what contains them, and counts the others.
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
    let kept = DiffOutline(lines).essentialLines
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

  /// Returns which lines of a command's output a script must contain to identify it: all lines
  /// that belong to no diff, and the essential lines of each diff.
  package static func essentialLines(of output: [OutputLine]) -> [Bool] {
    var essential: [Bool] = []
    while essential.count < output.count {
      let start = essential.count
      guard let diff = output[start].diff else {
        essential.append(true)
        continue
      }
      let lines = output[start...].prefix { $0.diff == diff }
      essential += DiffOutline(lines.map(\.text)).essentialLines
    }
    return essential
  }
}
