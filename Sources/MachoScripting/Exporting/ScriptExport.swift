import MachoSessions
import MachoValues

/// Runs a script and exports its session in another format.
///
/// To export a session at a prompt, pass its transcript: a transcript is a script that passes.
package struct ScriptExport {
  /// The reason why a script cannot be exported.
  package enum Failure: Error {
    /// The script does not pass.
    case scriptFailed(ScriptResult)
    /// The script passes, but the format cannot express it.
    case unsupported(Diagnostic)
  }

  private let script: Script
  private let path: String
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let files: DirectoryFiles?
  /// The name of the exported test or diagram.
  private let name: String
  private let redactor: Redactor?
  private let willRun: (Script.Step) -> Void

  /// Creates an export of a script.
  ///
  /// - Parameters:
  ///   - files: The files that the script may read. Default: all files in its directory.
  ///   - redactor: Redacts pages and traces. Default: none.
  ///   - willRun: Called before each command runs.
  package init(
    _ script: Script, path: String, files: DirectoryFiles? = nil, name: String,
    catalog: [any DrivenFeature], environment: [String: String] = [:],
    redactor: Redactor? = nil,
    willRun: @escaping (Script.Step) -> Void = { _ in }
  ) {
    self.script = script
    self.path = path
    self.files = files
    self.name = name
    self.catalog = catalog
    self.environment = environment
    self.redactor = redactor
    self.willRun = willRun
  }

  /// Returns the script's session in a format.
  package func text(as format: ExportFormat) throws(Failure) -> String {
    switch format {
    case .swift: return try swiftText()
    case .json: return try text(using: JSONExport())
    case .mermaid: return try text(using: MermaidExport())
    case .html: return pageText()
    case .trace:
      var trace = TraceExport()
      for event in redacted(timeline().timeline) { trace.consume(event) }
      return trace.text()
    }
  }

  /// Returns the session as a page. It also shows a script that fails.
  private func pageText() -> String {
    var result = timeline()
    result.timeline.append(swiftEvent.text)
    let reporter = HTMLReporter(title: name, redactor: redactor)
    let lines =
      reporter.start(scripts: [path]) + reporter.report(result)
      + reporter.finish(RunSummary(results: [result], duration: result.duration))
    return lines.map { $0.text + "\n" }.joined()
  }

  private func redacted(_ timeline: [String]) -> [JSONValue] {
    timeline.compactMap { try? JSONValue(parsing: $0) }.map { redactor?.redact($0) ?? $0 }
  }

  /// Runs the script. Returns the result with the events of the session.
  private func timeline() -> ScriptResult {
    var events: [String] = []
    let recorder = TimelineRecorder { events.append($1) }
    var result = ScriptRunner(catalog: catalog, environment: environment, timeline: recorder)
      .run(
        script, path: path, files: files, observer: ScriptRunner.Observer(willRunStep: willRun)
      ).result
    result.timeline = events
    return result
  }

  /// The session as a Swift test, as an event of a timeline.
  package var swiftEvent: JSONValue {
    do throws(Failure) {
      return ["event": "swift", "text": .string(try swiftText())]
    } catch {
      return ["event": "swift", "reason": .string(error.text(path: path))]
    }
  }

  private func text(using exporter: some SessionExporter) throws(Failure) -> String {
    var exporter = exporter
    _ = try run { exporter.consume($0) }
    return try text(of: &exporter)
  }

  private func text(of exporter: inout some SessionExporter) throws(Failure) -> String {
    do throws(Diagnostic) { return try exporter.text() } catch { throw .unsupported(error) }
  }

  /// Returns the session as a Swift test.
  ///
  /// A `TestStore` cannot travel in time. If the script does, the test contains only the actions
  /// that are still in force at the end.
  private func swiftText() throws(Failure) -> String {
    var exporter = SwiftExport(name: name)
    var history = LinearHistory()
    let variables = try run {
      exporter.consume($0)
      history.consume($0)
    }
    guard history.hasTimeTravel else { return try text(of: &exporter) }
    var linearExporter = SwiftExport(name: name)
    linearExporter.omitsUndoneActions = true
    let session = makeSession(files: ScriptFileSource(script, path: path, files: files))
    // The replay does not print all output again, so it cannot bind all captures.
    session.bind(variables)
    do throws(Diagnostic) {
      try history.replay(in: session) { linearExporter.consume($0) }
    } catch { throw .unsupported(error) }
    return try text(of: &linearExporter)
  }

  private func makeSession(files: ScriptFileSource) -> Session {
    Session(catalog: catalog, receiveMode: .onReceive, files: files, environment: environment)
  }

  /// Runs the script as a test and calls `consume` for each item. Returns the values of the
  /// variables at the end.
  private func run(_ consume: @escaping (ExportItem) -> Void) throws(Failure) -> [String: String] {
    let session = makeSession(files: ScriptFileSource(script, path: path, files: files))
    session.journal = Journal { if $0.hasRun { consume(.line($0)) } }
    var remarks = script.commentsAndPhases[...]
    // Steps of sourced scripts have line numbers of their own, so the whole step is compared.
    let ownSteps = Dictionary(grouping: script.steps, by: \.lines.lowerBound)
    let observer = ScriptRunner.Observer(willRunStep: { step in
      if ownSteps[step.lines.lowerBound]?.contains(step) == true {
        while let remark = remarks.first, remark.line < step.lines.lowerBound {
          consume(remark.item)
          remarks.removeFirst()
        }
      }
      willRun(step)
    })
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: false, observer: observer)
    execution.runToEnd()
    for remark in remarks { consume(remark.item) }
    let result = execution.run.result
    switch result.status {
    case .passed: return session.variableTexts
    case .skipped(let reason):
      throw .unsupported(Diagnostic("not-supported", "the script is skipped: \(reason)"))
    case .failedAsExpected(let reason):
      throw .unsupported(Diagnostic("not-supported", "the script is known to fail: \(reason)"))
    default: throw .scriptFailed(result)
    }
  }
}

extension Script {
  /// The comments and phases above the sections, each with its line.
  fileprivate var commentsAndPhases: [(line: Int, item: ExportItem)] {
    var scannedLines = 0
    var found: [(line: Int, item: ExportItem)] = []
    func scan(_ range: Range<Int>) {
      for index in range where index < source.lines.count {
        let text = source.lines[index].text
        guard text.hasPrefix("#"), Header.version(in: text) == nil, containsLine(index + 1) else {
          continue
        }
        let title = Header.phase(in: text)
        let body = String(trim(text.drop { $0 == "#" }))
        found.append((index + 1, title.map { .phase($0) } ?? .comment(body)))
      }
    }
    for step in steps {
      let start = step.lines.lowerBound - 1
      if scannedLines < start { scan(scannedLines..<start) }
      scannedLines = step.lines.upperBound - 1 + (step.expectedOutput?.lines.count ?? 0)
    }
    if scannedLines < lastCommandLine { scan(scannedLines..<lastCommandLine) }
    return found
  }
}
