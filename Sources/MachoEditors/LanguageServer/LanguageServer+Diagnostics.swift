import MachoScripting
import MachoValues

extension LanguageServer {
  /// Publishes the errors of a document.
  ///
  /// While its process has not run the present text, these are its syntax errors, and the failures
  /// above the first changed line, which are still valid.
  func publishDiagnostics(of document: OpenDocument) {
    var findings: [DocumentFinding]
    if let evaluation = document.evaluation, document.isEvaluated {
      findings = evaluation.errors + evaluation.failures
    } else {
      findings = document.syntaxErrors
      let above = document.firstChangedLine
      findings += (document.evaluation?.failures ?? []).filter { $0.line < above }
    }
    if let defect = document.defect { findings.append(DocumentFinding(defect)) }
    findings.sort {
      ($0.line, $0.columns?.lowerBound ?? 0) < ($1.line, $1.columns?.lowerBound ?? 0)
    }
    notify(
      "textDocument/publishDiagnostics",
      [
        "uri": .string(document.uri),
        "version": document.version.map { .integer($0) } ?? .null,
        "diagnostics": .array(findings.map(document.diagnostic)),
      ])
  }
}

extension OpenDocument {
  /// The errors that parsing finds, without any feature.
  var syntaxErrors: [DocumentFinding] {
    do throws(ScriptParseErrors) {
      return try ScriptValidator.parsePartly(Array(text.text.utf8)).errors.map(DocumentFinding.init)
    } catch {
      return error.errors.map(DocumentFinding.init)
    }
  }

  /// The diagnostic of the protocol for an error.
  func diagnostic(_ finding: DocumentFinding) -> JSONValue {
    let text = lines.text(finding.line)
    let blanks = text.utf8.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let columns = finding.columns ?? blanks..<text.utf8.count
    let suggestion =
      finding.candidates.isEmpty
      ? [] : ["did you mean \(finding.candidates.joined(separator: " or "))?"]
    let isStale = finding.code == "stale"
    var members: [JSONValue.Member] = [
      .init("range", lines.range(line: finding.line, columns: columns).json),
      .init("severity", finding.isExpected ? 3 : isStale ? 2 : 1),
      .init("code", .string(finding.code)),
      .init("source", "macho"),
      .init(
        "message",
        .string(([finding.message] + suggestion + finding.notes).joined(separator: "\n"))),
      .init("data", ["candidates": .array(finding.candidates.map { .string($0) })]),
    ]
    if isStale { members.append(.init("tags", [1])) }
    return .object(members)
  }
}
