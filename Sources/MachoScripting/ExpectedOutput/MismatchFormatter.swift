/// Renders a mismatch: what was expected behind `E|`, what came behind `A|`, each with `>` at the
/// first line that differs.
package enum MismatchFormatter {
  /// The lines of the report.
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

  /// Output that is compared with nothing, behind `A|`.
  package static func lines(forActual output: [String]) -> [String] {
    output.map { "  A" + ExpectedLine(literal: $0).raw }
  }

  private static func message(_ reason: Mismatch.Reason) -> String {
    switch reason {
    case .differs: "the output differs"
    case .missingOutput: "the output ends before this line"
    case .extraOutput: "expected no more lines"
    case .captureDiffers(let name, let bound):
      "<\(name)> was '\(OutputEscaping.encode(bound))' before"
    case .tooAmbiguous: "the captures between '|...' leave too many ways to match"
    }
  }
}
