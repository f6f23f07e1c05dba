import MachoReporting
import MachoSessions

/// A part of a session as a script that begins in the state that was there.
package struct ScriptSlice {
  private let script: Script
  private let path: String
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let files: DirectoryFiles?

  /// Prepares to take a part of a session, of which this is the transcript. `files` are those beside
  /// it, where not all may be read.
  package init(
    _ script: Script, path: String, files: DirectoryFiles? = nil, catalog: [any DrivenFeature],
    environment: [String: String] = [:]
  ) {
    self.script = script
    self.path = path
    self.files = files
    self.catalog = catalog
    self.environment = environment
  }

  /// The script of some of the actions in force, by their numbers from 0.
  package func text(of slice: Range<Int>) throws(Diagnostic) -> String {
    let (commands, steps) = try commands(of: slice)
    var text = ""
    let begun = try parse(TranscriptWriter.header + commands.map { $0 + "\n" }.joined())
    var run = TranscriptRun(
      begun, path: path, files: files, catalog: catalog, environment: environment
    ) { text += $0 }
    _ = run.run()
    try check(text, does: steps)
    return text
  }

  /// The commands that do it, and the actions that have to come of them.
  private func commands(
    of slice: Range<Int>
  ) throws(Diagnostic) -> (commands: [String], steps: [JournalStep]) {
    var way = WayTaken()
    let variables = run(script) { way.take(.line($0)) }.variables
    let session = session()
    session.bind(variables)
    let cut = WayCut(slice)
    let take: (ExportItem) -> Void = { item in
      if case .line(let line) = item { cut.take(line) }
    }
    try way.go(
      in: session,
      willRun: { text throws(Diagnostic) in try cut.willRun(text, in: session) }, take)
    return try cut.end(in: session)
  }

  /// Makes sure that it passes, strictly, and does the same.
  private func check(_ text: String, does wanted: [JournalStep]) throws(Diagnostic) {
    var found: [JournalStep] = []
    let (result, _) = run(try parse(text), isStrict: true) { found += $0.taken }
    // What comes by itself behind the last action comes here too.
    let isSame =
      found.count >= wanted.count
      && zip(found, wanted).allSatisfy { $0.line == $1.line && $0.diff == $1.diff }
      && found[min(wanted.count, found.count)...].allSatisfy { $0.step.cause != .sent }
    guard isSame, case .passed = result.status else {
      throw Diagnostic(
        "not-supported", "from that state alone the same lines do something else",
        notes: PrettyReport.lines(for: result).prefix(4)
          + [
            "what its dependencies remember is no part of the state",
            "save from another point, or all of it:  save FILE",
          ])
    }
  }

  private func session() -> Session {
    Session(
      catalog: catalog, taking: .whenNamed,
      files: ScriptFileSource(script, path: path, files: files), environment: environment)
  }

  private func parse(_ text: String) throws(Diagnostic) -> Script {
    do { return try ScriptParser.parse(text) } catch {
      throw Diagnostic("not-supported", error.text())
    }
  }

  private func run(
    _ script: Script, isStrict: Bool = false, _ take: @escaping (JournalLine) -> Void
  ) -> (result: ScriptResult, variables: [String: String]) {
    let session = session()
    session.journal = Journal(take)
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, watcher: .init())
    execution.start()
    return (execution.run.result, session.variableTexts)
  }
}

/// Cuts a part out of the way that a session took.
private final class WayCut {
  private let slice: Range<Int>
  /// How many actions the open store has taken.
  private var count = 0
  private var beginning: Resumption?
  private var variables: [String: String] = [:]
  private var commands: [String] = []
  private var steps: [JournalStep] = []
  /// The last line that the session ran, which is known to belong to it when it has taken actions.
  private var next: String?

  init(_ slice: Range<Int>) { self.slice = slice }

  /// Looks at where the session is before a line.
  func willRun(_ text: String, in session: Session) throws(Diagnostic) {
    next = text
    guard count >= slice.lowerBound, beginning == nil, session.storeName != nil else { return }
    let verb = (try? Line(parsing: text))?.verb
    // Another store is about to begin, which has a history of its own.
    guard !["feature", "start", "reset", "context"].contains(verb) else { return }
    beginning = try session.resumption()
    variables = session.variableTexts
  }

  func take(_ line: JournalLine) {
    if !line.opened.isEmpty {
      (count, beginning, commands, steps) = (0, nil, [], [])
      return
    }
    let isBefore = count >= slice.upperBound
    let begins = beginning != nil
    count += line.taken.count
    guard begins, !isBefore, let next, line.outcome.line?.verb != "finish" else { return }
    commands.append(next)
    steps += line.taken
  }

  /// The commands with what they need before them.
  func end(in session: Session) throws(Diagnostic) -> (commands: [String], steps: [JournalStep]) {
    guard let beginning, !steps.isEmpty else {
      throw Diagnostic("not-supported", "nothing of the session lies between these points")
    }
    let called = Dictionary(
      try session.resumptionStubs().map { ($0.endpoint + $0.pattern, $0.calls) },
      uniquingKeysWith: max)
    // A stub that nobody calls any more would fail the script.
    let stubs = beginning.stubs.filter {
      called[$0.endpoint + $0.pattern].map { [calls = $0.calls] in $0 > calls } ?? true
    }
    let names = variables.keys.sorted().filter { name in
      commands.contains { $0.contains("$" + name) }
    }
    return (
      beginning.lines + names.map { "let \($0) = \(variables[$0] ?? "")" } + stubs.map(\.line)
        + commands, steps
    )
  }
}
