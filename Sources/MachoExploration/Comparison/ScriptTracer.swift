import MachoScripting
import MachoSessions
import MachoValues

/// Runs the lines of a script in a session, and records what each causes.
package struct ScriptTracer {
  private let feature: any DrivenFeature
  private let omitted: OmittedMembers
  private let catalog: [any DrivenFeature]
  private let files: ScriptFileSource?
  /// What the conditions of lines and the permission of real dependencies depend on.
  private let environment: [String: String]
  /// Gives what is recorded the names of the other side.
  private let names: ScriptMigration
  private let onLine: (String) -> Void

  package init(
    feature: any DrivenFeature, omitted: OmittedMembers, catalog: [any DrivenFeature],
    files: ScriptFileSource?, environment: [String: String], names: ScriptMigration,
    onLine: @escaping (String) -> Void
  ) {
    self.feature = feature
    self.omitted = omitted
    self.catalog = catalog
    self.files = files
    self.environment = environment
    self.names = names
    self.onLine = onLine
  }

  /// Runs lines up to the first failure.
  package func trace(_ lines: [Line]) -> RunTrace {
    let session = Session(
      catalog: catalog, receiveMode: .onReceive, context: .test, files: files,
      environment: environment)
    var trace = RunTrace()
    trace.records.append(StepRecord(line: ""))
    var loop = CommandLoop(linesIn: session)
    var lastState = ""
    for line in lines {
      let text = names.rewrite(line: line.text)
      onLine(text)
      var failed = false
      loop.startEntry()
      var next: Line? = line
      var record = StepRecord(line: text)
      record.label = names.rewrite(label(of: line))
      while let current = next {
        let result = loop.run(current)
        if let failure = result.failure {
          record.problem = names.rewrite("\(failure.code.rawValue): \(failure.message)")
          failed = true
          break
        }
        if case .skip = result.outcome.directive { failed = true }
        if case .quit = result.outcome.directive { failed = true }
        next = failed ? nil : loop.nextSourcedStep()?.line
      }
      add(session, &record, &lastState)
      trace.isExternal = trace.isExternal || session.storeStatus == .external
      trace.records.append(record)
      if failed { break }
    }
    return trace
  }

  /// The name of a step as in a run, so that a difference has the same cause in both.
  private func label(of line: Line) -> String {
    guard line.command == .send || line.command == .receive else { return line.verb }
    guard let action = try? feature.syntax.readAction(line.arguments.text, of: feature) else {
      return String(line.arguments.text.prefix { $0 != "(" })
    }
    return templateLabel(of: action)
  }

  private func add(_ session: Session, _ record: inout StepRecord, _ lastState: inout String) {
    guard let state = session.scriptState, session.feature?.stateType == feature.stateType else {
      return
    }
    let text = feature.syntax.json(of: state, omitting: omitted).text
    if text != lastState {
      record.endState = text
      lastState = text
    }
    record.pending = session.pendingCalls.map {
      .init(name: names.rewrite($0.endpoint), text: names.rewrite($0.text))
    }
  }
}
