import MachoReporting

extension ScriptExport.Failure {
  /// Returns the failure as readable lines.
  package func text(path: String) -> String {
    switch self {
    case .scriptFailed(let result):
      return
        (["\(path) does not pass, so it is not exported:"]
        + PrettyReporter.lines(for: result).map(\.text)).joined(separator: "\n")
    case .unsupported(let diagnostic):
      return DiagnosticFormatter.styledLines(for: diagnostic, in: "", 0).map(\.text)
        .joined(separator: "\n")
    }
  }
}
