import MachoReporting
import MachoSessions

/// A slice of a session as a script that starts in the state before the slice.
package struct ScriptSlice {
  private let script: Script
  private let path: String
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let files: DirectoryFiles?
  private let isEdited: Bool

  /// Creates slices of a session.
  ///
  /// - Parameters:
  ///   - script: The session's transcript.
  ///   - files: The files that the script may read. Default: all files in its directory.
  ///   - isEdited: Whether a slice is written as an edited script: without marks, with `receive` by
  ///     case, and with only what a test compares of diffs. Default: `false`.
  package init(
    _ script: Script, path: String, files: DirectoryFiles? = nil, catalog: [any DrivenFeature],
    environment: [String: String] = [:], isEdited: Bool = false
  ) {
    self.script = script
    self.isEdited = isEdited
    self.path = path
    self.files = files
    self.catalog = catalog
    self.environment = environment
  }

  /// Returns a script of the actions in force in a range of history positions, counted from 0.
  package func text(of slice: Range<Int>) throws(Diagnostic) -> String {
    let (commands, transitions) = try commands(of: slice)
    var text = ""
    let sliceScript = try parse(TranscriptWriter.header + commands.map { $0.text + "\n" }.joined())
    var runner = TranscriptRunner(
      sliceScript, path: path, files: files, catalog: catalog, environment: environment,
      isEdited: isEdited
    ) { text += $0.text }
    _ = runner.run()
    try verify(text, produces: transitions)
    return text
  }

  /// Returns the commands of the slice and the transitions that they must produce.
  private func commands(
    of slice: Range<Int>
  ) throws(Diagnostic) -> (commands: [Line], transitions: [JournalTransition]) {
    var history = LinearHistory()
    let variables = run(script) { history.consume(.line($0)) }.variables
    let session = makeSession()
    session.bind(variables)
    let recorder = SliceRecorder(slice, omitsMarks: isEdited)
    let consume: (ExportItem) -> Void = { item in
      if case .line(let line) = item { recorder.consume(line) }
    }
    try history.replay(
      in: session,
      willRun: { line throws(Diagnostic) in try recorder.willRun(line, in: session) }, consume)
    return try recorder.finish(in: session)
  }

  /// Throws unless a script passes as a strict test and produces the expected transitions.
  private func verify(
    _ text: String, produces expected: [JournalTransition]
  ) throws(Diagnostic) {
    var actual: [JournalTransition] = []
    let (result, _) = run(try parse(text), isStrict: true) { actual += $0.transitions }
    // Effects of the last action may send more actions here.
    let isSame =
      actual.count >= expected.count
      && zip(actual, expected).allSatisfy { $0.line == $1.line && $0.change == $1.change }
      && actual[min(expected.count, actual.count)...].allSatisfy { $0.transition.cause != .sent }
    guard isSame, case .passed = result.status else {
      throw Diagnostic(
        "not-supported", "the slice does something else when it starts from that state",
        notes: PrettyReporter.lines(for: result).prefix(4).map(\.text)
          + [
            "the internal state of dependencies is not part of the store's state",
            "save from another position, or save everything:  save FILE",
          ])
    }
  }

  private func makeSession() -> Session {
    Session(
      catalog: catalog, receiveMode: .onReceive,
      files: ScriptFileSource(script, path: path, files: files), environment: environment)
  }

  private func parse(_ text: String) throws(Diagnostic) -> Script {
    do { return try ScriptParser.parse(text) } catch {
      throw Diagnostic("not-supported", error.text())
    }
  }

  private func run(
    _ script: Script, isStrict: Bool = false, _ onLine: @escaping (JournalLine) -> Void
  ) -> (result: ScriptResult, variables: [String: String]) {
    let session = makeSession()
    session.journal = Journal(onLine)
    var execution = ScriptExecution(
      session: session, script: script, path: path, isStrict: isStrict, observer: .init())
    execution.runToEnd()
    return (execution.run.result, session.variableTexts)
  }
}

/// Records the commands of a slice, and the checkpoint before it, while a session is replayed.
private final class SliceRecorder {
  private let slice: Range<Int>
  private let omitsMarks: Bool
  /// The number of transitions of the open store so far.
  private var transitionCount = 0
  private var startCheckpoint: Checkpoint?
  private var variables: [String: String] = [:]
  private var commands: [Line] = []
  private var transitions: [JournalTransition] = []
  /// The line that is running.
  private var currentCommand: Line?

  init(_ slice: Range<Int>, omitsMarks: Bool) {
    self.slice = slice
    self.omitsMarks = omitsMarks
  }

  /// Creates the checkpoint if the slice starts at this line.
  func willRun(_ line: Line, in session: Session) throws(Diagnostic) {
    currentCommand = line
    guard transitionCount >= slice.lowerBound, startCheckpoint == nil, session.storeName != nil
    else { return }
    guard !line.has(.opensStore) else { return }
    startCheckpoint = try session.checkpoint()
    variables = session.variableTexts
  }

  func consume(_ line: JournalLine) {
    if !line.openedStores.isEmpty {
      (transitionCount, startCheckpoint, commands, transitions) = (0, nil, [], [])
      return
    }
    let isAfterSlice = transitionCount >= slice.upperBound
    let hasStarted = startCheckpoint != nil
    transitionCount += line.transitions.count
    guard hasStarted, !isAfterSlice, let currentCommand, !line.outcome.has(.assertsEnd),
      !omitsMarks || currentCommand.command != .mark
    else { return }
    commands.append(currentCommand)
    transitions += line.transitions
  }

  /// Returns the commands of the slice, preceded by the lines that restore its start state, and the
  /// slice's transitions.
  func finish(in session: Session) throws(Diagnostic) -> (
    commands: [Line], transitions: [JournalTransition]
  ) {
    guard let startCheckpoint, !transitions.isEmpty else {
      throw Diagnostic("not-supported", "the session has no actions between these positions")
    }
    let calls = Dictionary(
      try session.checkpointStubs().map { ($0.endpoint + $0.pattern, $0.calls) },
      uniquingKeysWith: max)
    // A stub without calls in the slice would fail the script as unused.
    let stubs = startCheckpoint.stubs.filter { stub in
      calls[stub.endpoint + stub.pattern].map { $0 > stub.calls } ?? true
    }
    let used = commands.map { Line.variableNames(in: $0.text[...]) }
    let names = variables.keys.sorted().filter { name in used.contains { $0.contains(name) } }
    let lines =
      startCheckpoint.lines + names.map { Line(.let, "\($0) = \(variables[$0] ?? "")") }
      + (try Checkpoint.lines(of: stubs))
    return (lines + commands, transitions)
  }
}
