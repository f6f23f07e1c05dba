import MachoReporting

extension ScriptExport.Failure {
  /// Why a script is not exported, as a person reads it.
  package func text(path: String) -> String {
    switch self {
    case .scriptFailed(let result):
      return (["\(path) does not pass, so it is not exported:"] + PrettyReporter.lines(for: result))
        .joined(separator: "\n")
    case .unsupported(let diagnostic):
      return DiagnosticFormatter.lines(for: diagnostic, in: "", 0).joined(separator: "\n")
    }
  }
}
