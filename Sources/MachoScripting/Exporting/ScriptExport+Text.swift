import MachoReporting

extension ScriptExport.Failure {
  /// Why a script is not exported, as a person reads it.
  package func text(path: String) -> String {
    switch self {
    case .script(let result):
      return (["\(path) does not pass, so it is not exported:"] + PrettyReport.lines(for: result))
        .joined(separator: "\n")
    case .refused(let diagnostic):
      return DiagnosticText.lines(for: diagnostic, in: "", 0).joined(separator: "\n")
    }
  }
}
