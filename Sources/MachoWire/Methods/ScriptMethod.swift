import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

extension InFlightRequest {
  /// Runs the text of a whole script in a new session.
  func runScript() throws(WireError) -> JSONValue {
    let text = try parameters.requiredText("script")
    if let name = ["session", "patch"].first(where: parameters.has) {
      throw .invalidParameter("'\(name)' requires 'line'")
    }
    let includesRoles = try parameters.flag("roles")
    let path = try parameters.text("path") ?? "-"
    let context = try parameters.context("context") ?? .test
    let whole: Script
    do throws(ScriptParseErrors) { whole = try ScriptParser.parse(text) } catch {
      throw error.wireError(path: path)
    }
    guard let script = whole.onlyRun else {
      throw WireError(
        .lineFailed, "usage",
        "the script is a specification with \(counted(whole.spec?.cases.count ?? 0, "case")); "
          + "'run' needs exactly one")
    }
    var transcript = StyledScript()
    var run = TranscriptRunner(
      script, path: path, files: host.files(beside: path), catalog: host.catalog, context: context,
      environment: host.environment,
      willRun: { step in host.prepareCrashResponse(at: step.text, for: connection, id) },
      write: { transcript += $0 })
    host.setInterrupt(run.interrupt, of: connection)
    let hasPassed = run.run()
    host.clearCrashResponse()
    let parses = ScriptValidator.errors(in: whole).isEmpty
    var members: [JSONValue.Member] = [
      .init("transcript", .string(transcript.text)), .init("passed", .bool(hasPassed && parses)),
      .init("parses", .bool(parses)),
    ]
    if includesRoles {
      members.append(.init("roles", .array(transcript.roles.map { .string($0.rawValue) })))
    }
    return .object(members)
  }
}

extension ScriptParseErrors {
  fileprivate func wireError(path: String) -> WireError {
    guard let first = errors.first else {
      return WireError(.lineFailed, "syntax", "the script does not parse")
    }
    var error = WireError(.lineFailed, first.code.rawValue, "line \(first.line): \(first.message)")
    error.output = lines(path: path).filter { !$0.isEmpty }
    return error
  }
}
