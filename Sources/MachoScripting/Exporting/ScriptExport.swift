import MachoSessions
import MachoValues

/// Runs a script and writes what it did in another form.
///
/// A session at a prompt is written so from its transcript, which is a script that passes.
package struct ScriptExport {
  /// Why there is nothing to write.
  package enum Failure: Error {
    /// The script does not pass.
    case scriptFailed(ScriptResult)
    /// It passes, and cannot be written so.
    case unsupported(Diagnostic)
  }

  private let script: Script
  private let path: String
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let files: DirectoryFiles?
  /// What the test or the diagram is called.
  private let name: String
  private let willRun: (Script.Step) -> Void

  /// Prepares to export a script. `files` are those beside it, where not all may be read; `willRun`
  /// is told of each command first.
  package init(
    _ script: Script, path: String, files: DirectoryFiles? = nil, name: String,
    catalog: [any DrivenFeature], environment: [String: String] = [:],
    willRun: @escaping (Script.Step) -> Void = { _ in }
  ) {
    self.script = script
    self.path = path
    self.files = files
    self.name = name
    self.catalog = catalog
    self.environment = environment
    self.willRun = willRun
  }

  /// The script's session in a format.
  package func text(as format: ExportFormat) throws(Failure) -> String {
    switch format {
    case .swift: return try swiftText()
    case .json: return try text(by: JSONExport())
    case .mermaid: return try text(by: MermaidExport())
    }
  }

  private func text(by exporter: some SessionExporter) throws(Failure) -> String {
    var exporter = exporter
    _ = try run { exporter.consume($0) }
    return try text(of: &exporter)
  }

  private func text(of exporter: inout some SessionExporter) throws(Failure) -> String {
    do throws(Diagnostic) { return try exporter.text() } catch { throw .unsupported(error) }
  }

  /// A test cannot go back: where the script did, it is written of the way to the present alone.
  private func swiftText() throws(Failure) -> String {
    var exporter = SwiftExport(name: name)
    var way = LinearHistory()
    let variables = try run {
      exporter.consume($0)
      way.consume($0)
    }
    guard way.hasTimeTravel else { return try text(of: &exporter) }
    var direct = SwiftExport(name: name)
    direct.omitsUndoneActions = true
    let session = makeSession(ScriptFileSource(script, path: path, files: files))
    // What was captured from output that is not printed again keeps its name.
    session.bind(variables)
    do throws(Diagnostic) {
      try way.replay(in: session) { direct.consume($0) }
    } catch { throw .unsupported(error) }
    return try text(of: &direct)
  }

  private func makeSession(_ files: ScriptFileSource) -> Session {
    Session(catalog: catalog, taking: .onReceive, files: files, environment: environment)
  }

  /// Runs the script as a test does and tells of each item; what its names stand for in the end.
  private func run(_ take: @escaping (ExportItem) -> Void) throws(Failure) -> [String: String] {
    let session = makeSession(ScriptFileSource(script, path: path, files: files))
    session.journal = Journal { take(.line($0)) }
    var remarks = script.commentsAndPhases[...]
    // Those of a script that this one sources stand elsewhere, with other text.
    let own = Dictionary(grouping: script.steps, by: \.lines.lowerBound)
    let watcher = ScriptRunner.Observer(willTake: { step in
      if own[step.lines.lowerBound]?.contains(step) == true {
        while let remark = remarks.first, remark.line < step.lines.lowerBound {
          take(remark.item)
          remarks.removeFirst()
        }
      }
      willRun(step)
    })
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: false, watcher: watcher)
    execution.runToEnd()
    for remark in remarks { take(remark.item) }
    let result = execution.run.result
    switch result.status {
    case .passed: return session.variableTexts
    case .skipped(let why):
      throw .unsupported(Diagnostic("not-supported", "the script is skipped: \(why)"))
    case .failedAsExpected(let why):
      throw .unsupported(Diagnostic("not-supported", "the script is known to fail: \(why)"))
    default: throw .scriptFailed(result)
    }
  }
}

extension Script {
  /// Comments and phases above the sections, each with its line.
  fileprivate var commentsAndPhases: [(line: Int, item: ExportItem)] {
    var done = 0
    var found: [(line: Int, item: ExportItem)] = []
    func look(_ range: Range<Int>) {
      for index in range where index < source.lines.count {
        let text = source.lines[index].text
        guard text.hasPrefix("#"), Header.version(in: text) == nil else { continue }
        let title = Header.phase(in: text)
        let body = String(trim(text.drop { $0 == "#" }))
        found.append((index + 1, title.map { .phase($0) } ?? .comment(body)))
      }
    }
    for step in steps {
      let start = step.lines.lowerBound - 1
      if done < start { look(done..<start) }
      done = step.lines.upperBound - 1 + (step.expectedOutput?.lines.count ?? 0)
    }
    let end = sections.first.map { $0.line - 1 } ?? source.lines.count
    if done < end { look(done..<end) }
    return found
  }
}
