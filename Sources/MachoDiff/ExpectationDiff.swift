import CustomDump

/// How a value differs from the expected one, with a legend; nil if they print alike.
///
/// Lines of the expected value begin with a minus sign and those of the actual one with a plus, as
/// in a test's report; `actualName` says what the plus means.
public func expectationDiff<T>(
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
