import MachoReporting

/// Formats a mismatch: expected lines after `E|`, actual lines after `A|`, and `>` at the first
/// difference in each.
package enum MismatchFormatter {
  /// Returns the lines of the report.
  package static func lines(for mismatch: Mismatch) -> [StyledLine] {
    var lines = mismatch.expected.enumerated().map { index, line in
      StyledLine("\(index == mismatch.expectedIndex ? ">" : " ") E\(line)", .removed)
    }
    if mismatch.expectedIndex == nil { lines.append(StyledLine("> E (no more lines)", .removed)) }
    lines += mismatch.actual.enumerated().map { index, line in
      StyledLine(
        "\(index == mismatch.actualIndex ? ">" : " ") A\(line.isEmpty ? "|" : "| \(line)")", .added)
    }
    if mismatch.actualIndex == nil {
      lines.append(
        StyledLine(mismatch.actual.isEmpty ? "> A (no output)" : "> A (no more lines)", .added))
    }
    return lines + [StyledLine("line \(mismatch.line): \(message(mismatch.reason))", .problem)]
  }

  /// Returns output without an expectation as `A|` lines. The lines keep their roles.
  package static func lines(forActual output: [StyledLine]) -> [StyledLine] {
    output.map { StyledLine("  A" + ExpectedLine(literal: $0.text).raw, $0.role) }
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
