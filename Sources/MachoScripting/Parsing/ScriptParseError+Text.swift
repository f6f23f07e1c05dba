import MachoReporting
import MachoSessions

extension ScriptParseError {
  /// The error as a person reads it: place, line, caret, suggestion; without a final newline.
  package func text(path: String? = nil) -> String {
    let place = "\(path.map { "\($0):" } ?? "line ")\(line):\(columns.lowerBound + 1)"
    let lines = DiagnosticFormatter.lines(for: diagnostic, in: source[...], 0)
    return ([place] + lines).joined(separator: "\n")
  }

  /// The error as a session would have told it.
  private var diagnostic: Diagnostic {
    Diagnostic(
      DiagnosticCode(rawValue: code.rawValue), message, at: columns, candidates: candidates,
      notes: suggestion.map { [$0] } ?? [])
  }
}

extension ScriptParseErrors {
  /// All errors, each as `ScriptError.text(path:)`, an empty line between two.
  package func text(path: String? = nil) -> String {
    errors.map { $0.text(path: path) }.joined(separator: "\n\n")
  }
}
