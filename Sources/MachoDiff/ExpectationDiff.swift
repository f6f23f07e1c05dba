import CustomDump

/// Returns the diff of an expected and an actual value with a legend, or `nil` if both print alike.
///
/// Lines of the expected value start with a minus sign, those of the actual one with a plus.
/// `actualName` is the legend of the plus.
package func expectationDiff<T>(
  expected: T, actual: T, actualName: String = "Actual"
) -> String? {
  guard let text = stateDiff(expected, actual) else { return nil }
  // Signs as wide as the plus, for reports in a proportional font.
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
    switch line.first {
    case "-": "\u{2212}" + line.dropFirst()
    case " ": "\u{2007}" + line.dropFirst()
    default: String(line)
    }
  }
  return lines.joined(separator: "\n") + "\n\n(Expected: \u{2212}, \(actualName): +)"
}
