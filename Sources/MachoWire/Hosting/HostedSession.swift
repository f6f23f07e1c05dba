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
  /// The clients that have it open.
  var clients: [Connection] = []
  /// The subscribers of its events.
  var subscriptions: [EventSubscription] = []
  /// The number of its last event.
  var seq = 0
  /// The actions applied since a line started.
  private(set) var appliedActions: [AppliedAction] = []

  init(
    _ name: String, isShared: Bool, _ session: Session, redactor: Redactor, files: DirectoryFiles
  ) {
    self.name = name
    self.isShared = isShared
    self.session = session
    recording = SessionRecording(session, redactor: redactor, files: files)
    // SAFETY: only a line or a poll of the session calls it, and both run inside `self`.
    session.onTransition = { [unowned self] step, isSilent in
      appliedActions.append(
        AppliedAction(
          cause: step.cause, action: step.action, before: step.before, after: step.after,
          isSilent: isSilent))
    }
  }

  /// Runs a line and the lines that it sources.
  func run(_ text: String, patching: Bool = false) -> (result: LineResult, outcomes: [Outcome]) {
    let line = normalizedLine(text)
    // Not `nil`, which could be a JSON null.
    let before: JSONValue? = patching ? .some(state) : .none
    appliedActions = []
    var run = LineRun(self)
    run.run(line)
    var result = run.result
    if let before { result.patch = JSONPatch(from: before, to: state).json }
    addStatus(&result)
    return (result, run.outcomes)
  }

  /// Applies external input. Returns `nil` if there was none.
  func poll() -> (result: LineResult, outcome: Outcome)? {
    appliedActions = []
    guard let outcome = session.poll() else { return nil }
    recording.record(outcome)
    var result = LineResult(session: name)
    var effects = EffectNumbers(appliedActions)
    result.add(outcome, &effects)
    addStatus(&result)
    return (result, outcome)
  }

  /// The script state as JSON; null if no feature is open.
  var state: JSONValue { session.scriptState.map { session.syntax.json(of: $0) } ?? .null }

  /// Adds the session's position, effects and status to a result.
  func addStatus(_ result: inout LineResult) {
    result.position = session.position
    result.effects = session.effects.count
    result.status = session.storeStatus
    result.wakes = result.effects > 0 ? session.nextDeadline.map { session.syntax.print($0) } : nil
  }
}

/// A running line. If it sources a script, its lines run as if each had been sent.
private struct LineRun {
  private(set) var result: LineResult
  private(set) var outcomes: [Outcome] = []
  private let hosted: HostedSession
  private var sourceLimits = SourcedScript.Limits()
  private var hasQuit = false

  init(_ hosted: HostedSession) {
    self.hosted = hosted
    result = LineResult(session: hosted.name)
  }

  mutating func run(_ line: String, depth: Int = 0) {
    // A comment is recorded; nothing runs.
    if line.hasPrefix("#") { return hosted.recording.record(comment: line) }
    hosted.recording.announce(line)
    let first = hosted.appliedActions.count
    var outcome = hosted.session.run(line)
    switch outcome.directive {
    case .skip, .expectFailure, .timeout:
      hosted.recording.discardAnnouncement()
      outcome.failure = Diagnostic("not-supported", "only valid in a script")
      outcome.directive = nil
    default: hosted.recording.record(outcome)
    }
    outcomes.append(outcome)
    var effects = EffectNumbers(Array(hosted.appliedActions[first...]))
    result.add(outcome, &effects)
    switch outcome.directive {
    case .source(let name, let text): runSource(name, text, depth: depth + 1)
    case .quit: hasQuit = true
    default: break
    }
  }

  private mutating func runSource(_ name: String, _ text: String, depth: Int) {
    do throws(ScriptParseErrors) {
      for step in try sourceLimits.steps(of: text, depth: depth) {
        result.output += ByteSearch.lines(of: step.text).map(OutputEscaping.encode)
        run(step.text, depth: depth)
        if hosted.session.interrupt.isRequested || hasQuit { return }
      }
    } catch {
      result.output += ByteSearch.lines(of: error.text(path: name))
      if result.failure == nil { result.failure = error.first(in: name) }
    }
  }
}

extension ScriptParseErrors {
  /// The first error, as the failure of the line that sources the script.
  fileprivate func first(in name: String) -> Diagnostic {
    guard let first = errors.first else { return Diagnostic("syntax", "'\(name)' does not parse") }
    return Diagnostic(
      DiagnosticCode(rawValue: first.code.rawValue), "\(name):\(first.line): \(first.message)")
  }
}
