import MachoReporting
import MachoSessions

extension ScriptParseError {
  /// Returns the position, the source line, a caret and the suggestion, without a final newline.
  package func text(path: String? = nil) -> String {
    let position = "\(path.map { "\($0):" } ?? "line ")\(line):\(columns.lowerBound + 1)"
    let lines = DiagnosticFormatter.lines(for: diagnostic, in: source[...], 0)
    return ([position] + lines).joined(separator: "\n")
  }

  /// The error as a session's diagnostic.
  private var diagnostic: Diagnostic {
    Diagnostic(
      DiagnosticCode(rawValue: code.rawValue), message, at: columns, candidates: candidates,
      notes: suggestion.map { [$0] } ?? [])
  }
}

extension ScriptParseErrors {
  /// Returns the texts of all errors, separated by empty lines.
  package func text(path: String? = nil) -> String {
    errors.map { $0.text(path: path) }.joined(separator: "\n\n")
  }
}
