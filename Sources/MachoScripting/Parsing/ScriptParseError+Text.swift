import MachoReporting
import MachoSessions

extension ScriptParseError {
  /// Returns the position, the source line, a caret and the suggestion.
  package func styledLines(path: String? = nil) -> [StyledLine] {
    let position = "\(path.map { "\($0):" } ?? "line ")\(line):\(columns.lowerBound + 1)"
    return [StyledLine(position)]
      + DiagnosticFormatter.styledLines(for: diagnostic, in: source[...], 0)
  }

  /// Returns the same lines as one text, without a final newline.
  package func text(path: String? = nil) -> String {
    styledLines(path: path).map(\.text).joined(separator: "\n")
  }

  /// The error as a session's diagnostic.
  private var diagnostic: Diagnostic {
    Diagnostic(
      DiagnosticCode(rawValue: code.rawValue), message, at: columns, candidates: candidates,
      notes: suggestion.map { [$0] } ?? [])
  }
}

extension ScriptParseErrors {
  /// Returns the lines of all errors, separated by empty lines.
  package func styledLines(path: String? = nil) -> [StyledLine] {
    Array(errors.map { $0.styledLines(path: path) }.joined(separator: [StyledLine("")]))
  }

  /// Returns the texts of the same lines.
  package func lines(path: String? = nil) -> [String] { styledLines(path: path).map(\.text) }

  /// Returns the same lines as one text, without a final newline.
  package func text(path: String? = nil) -> String { lines(path: path).joined(separator: "\n") }
}
