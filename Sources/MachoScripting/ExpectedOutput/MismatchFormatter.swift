import MachoReporting

/// Formats a mismatch: expected lines after `E|`, actual lines after `A|`, and `>` at the first
/// difference in each.
package enum MismatchFormatter {
  /// Returns the lines of the report.
  package static func lines(for mismatch: Mismatch) -> [String] {
    var lines = mismatch.expected.enumerated().map { index, line in
      "\(index == mismatch.expectedIndex ? ">" : " ") E\(line)"
    }
    if mismatch.expectedIndex == nil { lines.append("> E (no more lines)") }
    lines += mismatch.actual.enumerated().map { index, line in
      "\(index == mismatch.actualIndex ? ">" : " ") A\(line.isEmpty ? "|" : "| \(line)")"
    }
    if mismatch.actualIndex == nil {
      lines.append(mismatch.actual.isEmpty ? "> A (no output)" : "> A (no more lines)")
    }
    return lines + ["line \(mismatch.line): \(message(mismatch.reason))"]
  }

  /// Returns uncompared output as `A|` lines.
  package static func lines(forActual output: [OutputLine]) -> [String] {
    output.map { "  A" + ExpectedLine(literal: $0.text).raw }
  }

  private static func message(_ reason: Mismatch.Reason) -> String {
    switch reason {
    case .differs: "the output differs"
    case .missingOutput: "the output ends before this line"
    case .extraOutput: "expected no more lines"
    case .missingChange: "the diff has no such change"
    case .extraChange: "the diff has a change that is not expected before this line"
    case .missingContext: "the diff has no such line at this place"
    case .captureDiffers(let name, let bound):
      "<\(name)> was '\(OutputEscaping.encode(bound))' before"
    case .tooAmbiguous: "too many possible matches for the captures between '|...'"
    }
  }
}
