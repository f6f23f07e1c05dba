/// Returns the diff of an expected and an actual value with a legend, or `nil` if both print alike.
///
/// Lines of the expected value start with a minus sign, those of the actual one with a plus.
/// `actualName` is the legend of the plus.
package func expectationDiff<T>(
  expected: T, actual: T, actualName: String = "Actual"
) -> String? {
  guard let change = stateChange(expected, actual) else { return nil }
  var lines: [String] = []
  change.lines.forEach(in: change.text) { text, line in
    // Signs as wide as the plus, for reports in a proportional font.
    switch line.mark {
    case .removed: lines.append("\u{2212}" + text.dropFirst())
    case .unchanged: lines.append("\u{2007}" + text.dropFirst())
    case .added: lines.append(text)
    }
  }
  return lines.joined(separator: "\n") + "\n\n(Expected: \u{2212}, \(actualName): +)"
}
