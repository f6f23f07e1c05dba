import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// A session with whoever has it open.
final class HostedSession {
  let name: String
  /// Whether others may open it by its name.
  let isShared: Bool
  let session: Session
  let recording: SessionRecording
  /// Who has it open.
  var clients: [Connection] = []
  /// Who is told of its events.
  var subscriptions: [Subscription] = []
  /// The number of its last event.
  var seq = 0
  /// What was taken since a line began.
  private(set) var taken: [TakenStep] = []

  init(
    _ name: String, isShared: Bool, _ session: Session, redactor: Redactor, files: DirectoryFiles
  ) {
    self.name = name
    self.isShared = isShared
    self.session = session
    recording = SessionRecording(session, redactor: redactor, files: files)
    // Only a line or a poll of the session calls it, and both are asked for here.
    session.onStep = { [unowned self] step, isSilent in
      taken.append(
        TakenStep(
          cause: step.cause, action: step.action, before: step.before, after: step.after,
          isSilent: isSilent))
    }
  }

  /// Runs a line, and the lines of what it sources.
  func run(_ text: String, patching: Bool = false) -> (result: LineResult, outcomes: [Outcome]) {
    let line = normalizedLine(text)
    // Not `nil`, which is a value of JSON.
    let before: JSONValue? = patching ? .some(state) : .none
    taken = []
    var run = LineRun(self)
    run.take(line)
    var result = run.result
    if let before { result.patch = JSONPatch(from: before, to: state).json }
    complete(&result)
    return (result, run.outcomes)
  }

  /// Takes what came by itself; nil when nothing did.
  func poll() -> (result: LineResult, outcome: Outcome)? {
    taken = []
    guard let outcome = session.poll() else { return nil }
    recording.record(outcome)
    var result = LineResult(session: name)
    var effects = EffectNumbers(taken)
    result.add(outcome, &effects)
    complete(&result)
    return (result, outcome)
  }

  /// The script's state; null where no feature is open.
  var state: JSONValue { session.shown.map { session.syntax.json(of: $0) } ?? .null }

  /// Says where the session is.
  func complete(_ result: inout LineResult) {
    result.step = session.position
    result.effects = session.effects.count
    result.status = session.quiescence
    result.wakes = result.effects > 0 ? session.nextDeadline.map { session.syntax.print($0) } : nil
  }
}

/// A line while it runs: what it sources is run behind it, each line as if it had been sent.
private struct LineRun {
  private(set) var result: LineResult
  private(set) var outcomes: [Outcome] = []
  private let hosted: HostedSession
  private var budget = SourcedScript.Budget()
  private var hasQuit = false

  init(_ hosted: HostedSession) {
    self.hosted = hosted
    result = LineResult(session: hosted.name)
  }

  mutating func take(_ line: String, depth: Int = 0) {
    // A comment is kept, and nothing is run.
    if line.hasPrefix("#") { return hosted.recording.record(comment: line) }
    hosted.recording.announce(line)
    let first = hosted.taken.count
    var outcome = hosted.session.run(line)
    switch outcome.request {
    case .skip, .expectFailure, .limit:
      hosted.recording.forget()
      outcome.failure = Diagnostic("not-supported", "that is said of a script, and here is none")
      outcome.request = nil
    default: hosted.recording.record(outcome)
    }
    outcomes.append(outcome)
    var effects = EffectNumbers(Array(hosted.taken[first...]))
    result.add(outcome, &effects)
    switch outcome.request {
    case .source(let name, let text): source(name, text, depth: depth + 1)
    case .quit: hasQuit = true
    default: break
    }
  }

  private mutating func source(_ name: String, _ text: String, depth: Int) {
    do throws(ScriptErrors) {
      for step in try budget.steps(of: text, depth: depth) {
        result.output += ByteSearch.lines(of: step.text).map(GutterText.encode)
        take(step.text, depth: depth)
        if hosted.session.interrupt.isRequested || hasQuit { return }
      }
    } catch {
      result.output += ByteSearch.lines(of: error.text(path: name))
      if result.failure == nil { result.failure = error.first(in: name) }
    }
  }
}

extension ScriptErrors {
  /// The first of them, as the failure of the line that sources the script.
  fileprivate func first(in name: String) -> Diagnostic {
    guard let first = errors.first else { return Diagnostic("syntax", "'\(name)' does not parse") }
    return Diagnostic(
      DiagnosticCode(rawValue: first.code.rawValue), "\(name):\(first.line): \(first.message)")
  }
}
