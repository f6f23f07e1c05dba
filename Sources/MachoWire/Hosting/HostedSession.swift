import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// A session and the clients that have it open.
final class HostedSession {
  let name: String
  /// Whether other clients may open it by name.
  let isShared: Bool
  let session: Session
  let recording: SessionRecording
  private var loop: CommandLoop
  /// The clients that have it open.
  var clients: [Connection] = []
  /// What its clients must not do.
  var permissions = SessionPermissions()
  /// The subscribers of its events.
  var subscriptions: [EventSubscription] = []
  /// The events of its timeline, once a client has requested it.
  private(set) lazy var timeline = SessionTimeline(session)
  /// The number of its last event.
  var seq = 0
  /// A transition, and whether no event is published for it.
  typealias Transition = (step: StateTransition, isSilent: Bool)
  /// The transitions since a line started.
  private(set) var transitions: [Transition] = []

  init(
    _ name: String, isShared: Bool, _ session: Session, redactor: Redactor, files: DirectoryFiles
  ) {
    self.name = name
    self.isShared = isShared
    self.session = session
    recording = SessionRecording(session, redactor: redactor, files: files)
    loop = CommandLoop(session, recording: recording)
    session.enableExploring()
    // SAFETY: only a line or a poll of the session calls it, and both run inside `self`.
    session.onTransition = { [unowned self] step, isSilent in transitions.append((step, isSilent)) }
  }

  /// Whether the last line was `quit`, or sourced a script that quits.
  var hasQuit: Bool { loop.hasQuit }

  /// Runs a line and the lines that it sources.
  func run(_ line: Line, patching: Bool = false) -> (result: LineResult, outcomes: [Outcome]) {
    // Not `nil`, which could be a JSON null.
    let before: JSONValue? = patching ? .some(state) : .none
    var (result, outcomes) = runCommands(of: line)
    addRecordingFailure(to: &result)
    if let before { result.patch = JSONPatch(from: before, to: state).json }
    addStatus(&result)
    return (result, outcomes)
  }

  /// Runs a line. The lines of a script that it sources run as if each had been sent.
  private func runCommands(of line: Line) -> (LineResult, [Outcome]) {
    var result = LineResult(session: name)
    var outcomes: [Outcome] = []
    transitions = []
    guard !loop.recordComment(line.text) else { return (result, outcomes) }
    var first = 0
    loop.runEntry(line) { command, run in
      if !outcomes.isEmpty { result.lines += StyledLine.plain(ByteSearch.lines(of: command.text)) }
      outcomes.append(run.outcome)
      var causes = ReceivedCauses(Array(transitions[first...]))
      first = transitions.count
      result.add(run.outcome, &causes)
      if let (name, errors) = run.sourceErrors {
        result.lines += StyledLine.plain(errors.lines(path: name))
        if result.failure == nil { result.failure = errors.first(in: name) }
      }
      return !session.interrupt.isRequested
    }
    if session.interrupt.isRequested, let failure = loop.interruption {
      result.add(Outcome(text: "", failure: failure))
    }
    return (result, outcomes)
  }

  /// Applies external input. Returns `nil` if there was none.
  func poll() -> (result: LineResult, outcome: Outcome)? {
    transitions = []
    guard let outcome = session.poll() else { return nil }
    recording.record(outcome)
    var result = LineResult(session: name)
    var causes = ReceivedCauses(transitions)
    result.add(outcome, &causes)
    addRecordingFailure(to: &result)
    addStatus(&result)
    return (result, outcome)
  }

  /// Adds why the recording has stopped to the output of a line. The line itself has not failed.
  private func addRecordingFailure(to result: inout LineResult) {
    guard let failure = recording.takeFailure() else { return }
    result.lines += OutcomeFormatter.styledLines(for: Outcome(text: "", failure: failure))
  }

  /// The script state as JSON; null if no feature is open.
  var state: JSONValue { session.scriptState.map { session.syntax.json(of: $0) } ?? .null }

  /// Adds the session's position, effects, status and pending calls to a result.
  func addStatus(_ result: inout LineResult) {
    result.position = session.position
    result.effects = session.effects.count
    result.status = session.storeStatus
    result.wakes = result.effects > 0 ? session.nextDeadline.map { session.syntax.print($0) } : nil
    result.pending = session.pendingCalls.map(\.text)
  }
}
