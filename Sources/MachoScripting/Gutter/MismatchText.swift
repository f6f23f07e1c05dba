/// Renders a mismatch: the command, what was expected behind `E|`, what came behind `A|`, each with `>`
/// at the first line that differs.
package enum MismatchText {
  /// The report, with a final newline.
  package static func text(_ mismatch: Mismatch, command: Command, path: String? = nil) -> String {
    var lines = splitLines(command.text).enumerated().map { index, line in
      index == 0 ? "\(path.map { "\($0):" } ?? "line ")\(command.line): \(line)" : line
    }
    lines += mismatch.expected.enumerated().map { index, line in
      "\(index == mismatch.expectedIndex ? ">" : " ") E\(line)"
    }
    if mismatch.expectedIndex == nil { lines.append("> E (no more lines)") }
    lines += mismatch.actual.enumerated().map { index, line in
      "\(index == mismatch.actualIndex ? ">" : " ") A\(line.isEmpty ? "|" : "| \(line)")"
    }
    if mismatch.actualIndex == nil {
      lines.append(mismatch.actual.isEmpty ? "> A (no output)" : "> A (no more lines)")
    }
    lines.append("line \(mismatch.line): \(sentence(mismatch.reason))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func sentence(_ reason: Mismatch.Reason) -> String {
    switch reason {
    case .differs: "the output differs"
    case .outputEnded: "the output ends before this line"
    case .outputGoesOn: "expected no more lines"
    case .captureDiffers(let name, let bound):
      "<\(name)> was '\(GutterText.encode(bound))' before"
    case .tooAmbiguous: "the captures between '|...' leave too many ways to match"
    }
  }
}
