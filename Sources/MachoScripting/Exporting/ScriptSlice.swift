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
    var run = TranscriptRunner(
      begun, path: path, files: files, catalog: catalog, environment: environment
    ) { text += $0 }
    _ = run.run()
    try verify(text, does: steps)
    return text
  }

  /// The commands that do it, and the actions that have to come of them.
  private func commands(
    of slice: Range<Int>
  ) throws(Diagnostic) -> (commands: [String], steps: [JournalTransition]) {
    var way = LinearHistory()
    let variables = run(script) { way.consume(.line($0)) }.variables
    let session = makeSession()
    session.bind(variables)
    let cut = SliceRecorder(slice)
    let take: (ExportItem) -> Void = { item in
      if case .line(let line) = item { cut.consume(line) }
    }
    try way.replay(
      in: session,
      willRun: { text throws(Diagnostic) in try cut.willRun(text, in: session) }, take)
    return try cut.finish(in: session)
  }

  /// Makes sure that it passes, strictly, and does the same.
  private func verify(_ text: String, does wanted: [JournalTransition]) throws(Diagnostic) {
    var found: [JournalTransition] = []
    let (result, _) = run(try parse(text), isStrict: true) { found += $0.transitions }
    // What comes by itself behind the last action comes here too.
    let isSame =
      found.count >= wanted.count
      && zip(found, wanted).allSatisfy { $0.line == $1.line && $0.diff == $1.diff }
      && found[min(wanted.count, found.count)...].allSatisfy { $0.transition.cause != .sent }
    guard isSame, case .passed = result.status else {
      throw Diagnostic(
        "not-supported", "from that state alone the same lines do something else",
        notes: PrettyReporter.lines(for: result).prefix(4)
          + [
            "what its dependencies remember is no part of the state",
            "save from another point, or all of it:  save FILE",
          ])
    }
  }

  private func makeSession() -> Session {
    Session(
      catalog: catalog, taking: .onReceive,
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
    let session = makeSession()
    session.journal = Journal(take)
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, watcher: .init())
    execution.runToEnd()
    return (execution.run.result, session.variableTexts)
  }
}

/// Cuts a part out of the way that a session took.
private final class SliceRecorder {
  private let slice: Range<Int>
  /// How many actions the open store has taken.
  private var transitionCount = 0
  private var startCheckpoint: Checkpoint?
  private var variables: [String: String] = [:]
  private var commands: [String] = []
  private var transitions: [JournalTransition] = []
  /// The last line that the session ran, which is known to belong to it when it has taken actions.
  private var currentCommand: String?

  init(_ slice: Range<Int>) { self.slice = slice }

  /// Looks at where the session is before a line.
  func willRun(_ text: String, in session: Session) throws(Diagnostic) {
    currentCommand = text
    guard transitionCount >= slice.lowerBound, startCheckpoint == nil, session.storeName != nil
    else { return }
    let verb = (try? Line(parsing: text))?.verb
    // Another store is about to begin, which has a history of its own.
    guard !["feature", "start", "reset", "context"].contains(verb) else { return }
    startCheckpoint = try session.checkpoint()
    variables = session.variableTexts
  }

  func consume(_ line: JournalLine) {
    if !line.openedStores.isEmpty {
      (transitionCount, startCheckpoint, commands, transitions) = (0, nil, [], [])
      return
    }
    let isBefore = transitionCount >= slice.upperBound
    let begins = startCheckpoint != nil
    transitionCount += line.transitions.count
    guard begins, !isBefore, let currentCommand, line.outcome.line?.verb != "finish" else { return }
    commands.append(currentCommand)
    transitions += line.transitions
  }

  /// The commands with what they need before them.
  func finish(in session: Session) throws(Diagnostic) -> (
    commands: [String], steps: [JournalTransition]
  ) {
    guard let startCheckpoint, !transitions.isEmpty else {
      throw Diagnostic("not-supported", "nothing of the session lies between these points")
    }
    let called = Dictionary(
      try session.checkpointStubs().map { ($0.endpoint + $0.pattern, $0.calls) },
      uniquingKeysWith: max)
    // A stub that nobody calls any more would fail the script.
    let stubs = startCheckpoint.stubs.filter {
      called[$0.endpoint + $0.pattern].map { [calls = $0.calls] in $0 > calls } ?? true
    }
    let names = variables.keys.sorted().filter { name in
      commands.contains { $0.contains("$" + name) }
    }
    return (
      startCheckpoint.lines + names.map { "let \($0) = \(variables[$0] ?? "")" } + stubs.map(\.line)
        + commands, transitions
    )
  }
}
