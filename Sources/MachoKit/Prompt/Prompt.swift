import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoStreams
import MachoTerminal

/// The interactive loop: the main thread owns the session and sleeps on a mailbox, into which the
/// line editor's thread and the world outside post.
final class Prompt {
  enum Message: Sendable {
    case input(TerminalInput)
    case arrival
    case completion(CompletionRequest, reply: @Sendable ([CompletionItem]) -> Void)
    case hint(CompletionRequest, reply: @Sendable (String?) -> Void)
  }

  let session: Session
  let recording: SessionRecording
  private let mailbox: Mailbox<Message>
  let source: any LineSource
  private let palette: Palette
  var hasFailed = false
  /// Of the line that was typed.
  private var budget = SourcedScript.Budget()

  /// The lines of a startup file that need a feature, while none is open.
  var linesThatWait: [StartupLine] = []
  /// What was typed last, for an editor to begin with.
  var lastEntry = ""
  /// Whether the line that runs was typed, and alone.
  private(set) var isTyped = false
  /// Where entries are kept, if they are: in a file of the feature that is open.
  private var history: PromptHistory?
  /// The script that stands still in the session, where there is one.
  var debugger: Debugger?
  /// When each of the effects that run in real time was first seen.
  var runningSince: [String: ContinuousClock.Instant] = [:]
  var pager: Pager?
  /// Who takes a person through their first lines.
  var guide: (any Guide)?
  let editor: ExternalEditor

  init(
    session: Session, recording: SessionRecording, mailbox: Mailbox<Message>,
    source: any LineSource, environment: [String: String], history: PromptHistory?,
    palette: Palette = .plain
  ) {
    pager = source.isInteractive ? Pager(environment) : nil
    editor = ExternalEditor(environment)
    self.session = session
    self.recording = recording
    self.mailbox = mailbox
    self.source = source
    self.palette = palette
    self.history = history
  }

  /// Runs `first`, which shows nothing, then takes lines until the input ends or `quit`; whether no
  /// line failed.
  func run(first: String?, opening: Opening = Opening()) -> Bool {
    CrashNotes.install(output: STDOUT_FILENO)
    if let first {
      let outcome = perform(first)
      recording.record(outcome)
    }
    source.start(
      onInput: Self.receiver(postingTo: mailbox, stopping: session.interrupt, of: source))
    defer { source.close() }
    guard begin(opening) else { return end() }
    ask()
    while true {
      switch mailbox.next(within: showStatus()) {
      case nil: continue
      case .arrival:
        if let outcome = session.poll() { show(outcome) }
      case .completion(let request, let reply):
        reply((debugger?.completions(for: request) ?? []) + session.completions(for: request))
      case .hint(let request, let reply):
        reply(session.hint(of: request.line, at: request.cursor))
      case .input(.line(let text)):
        if !take(typed: text) { return end() }
        ask()
      case .input(.interrupted): ask()
      case .input(.interruptedUnasked): break
      case .input(.unreadable(let problem)):
        // It is no line that a script could repeat.
        write(Outcome(text: "", failure: problem.diagnostic))
        hasFailed = true
        ask()
      case .input(.endOfInput):
        return end()
      }
    }
  }

  private static func text(of time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return String(format: "%.3f ms", milliseconds)
  }

  private func ask() {
    session.interrupt.close()
    if let path = history?.change(to: session.featureName) { source.keepHistory(at: path) }
    showStatus()
    source.requestLine(prompt: promptText)
  }

  /// Runs an entry; whether to go on.
  private func take(typed text: String) -> Bool {
    if let answer = guide?.answer(to: text) {
      source.print(answer)
      return guide?.isDone == false
    }
    if text.hasPrefix(#"\"#) { return takeBackslash(text) && runWaitingLines() }
    if !text.allSatisfy(\.isWhitespace) { lastEntry = text }
    let lines = logicalLines(of: text).map(\.text)
    // An entry of several lines was pasted, or comes from the history.
    guard lines.count <= 1 else { return take(lines) && runWaitingLines() }
    isTyped = true
    defer { isTyped = false }
    return take(text) && runWaitingLines()
  }

  /// Runs a line; whether to go on.
  func take(_ text: String) -> Bool {
    if text.hasPrefix("#") { recording.record(comment: text) }
    let isBlank = text.allSatisfy(\.isWhitespace)
    guard !isBlank, !Self.isNoCommand(text) else { return true }
    budget = SourcedScript.Budget()
    guard let debugger else { return take(command: normalizedLine(text), depth: 0) }
    if let lines = debugger.take(normalizedLine(text)) {
      tell(lines)
      return true
    }
    defer { tell(debugger.waiting) }
    return take(command: normalizedLine(text), depth: 0)
  }

  /// Runs a command; `depth` says how many scripts source it.
  private func take(command: String, depth: Int) -> Bool {
    let start = ContinuousClock.now
    let outcome = perform(command)
    return finish(outcome, after: ContinuousClock.now - start, depth: depth)
  }

  /// Shows what came of a command, and does what it asks for; whether to go on. A time is that which
  /// it took, of one that was typed.
  func finish(_ outcome: Outcome, after taken: Duration? = nil, depth: Int) -> Bool {
    switch outcome.request {
    case .skip, .expectFailure, .limit:
      recording.forget()
      let why = Diagnostic("not-supported", "that is said of a script, and here is none")
      write(Outcome(text: outcome.text, failure: why))
      return true
    case .quit, .source, nil: break
    }
    show(outcome)
    if let taken, session.isTiming { source.print("took " + Self.text(of: taken)) }
    if outcome.failure != nil { hasFailed = true }
    if let guide {
      guide.comment(on: outcome).map(source.print)
      if guide.isDone { return false }
    }
    guard case .source(let name, let text) = outcome.request else { return outcome.request == nil }
    return source(name, text, depth: depth + 1)
  }

  /// Runs the lines of a script, each shown before what comes of it.
  private func source(_ name: String, _ text: String, depth: Int) -> Bool {
    isTyped = false
    do throws(ScriptErrors) {
      for step in try budget.steps(of: text, depth: depth) {
        let lines = step.text.split(separator: "\n", omittingEmptySubsequences: false)
        source.print(lines.map { GutterText.encode(String($0)) }.joined(separator: "\n"))
        guard take(command: step.text, depth: depth) else { return false }
        if session.interrupt.isRequested { break }
      }
    } catch {
      source.print(error.text(path: name))
      hasFailed = true
    }
    return true
  }

  /// Runs a line that is on record before it can end the process.
  func perform(_ text: String) -> Outcome {
    recording.announce(text)
    noteCrash("at this line:  \(CrashNotes.excerpt(of: text))")
    defer { noteCrash("while no line ran") }
    return session.run(text)
  }

  private func noteCrash(_ place: String) {
    // A line may stand half typed where the note begins.
    var note = (source.isInteractive ? "\n" : "") + "macho: the process crashed \(place)\n"
    if let path = recording.path { note += "macho: the recording up to there is \(path)\n" }
    CrashNotes.set(errors: note)
  }

  private func show(_ outcome: Outcome) {
    recording.record(outcome)
    write(outcome)
  }

  func write(_ outcome: Outcome) {
    // As in a script: a string of the state must not be able to steer the terminal.
    let lines = OutcomeText.styledLines(for: outcome, compact: session.isCompact)
    let text = lines.map { palette.text(GutterText.encode($0.text), $0.role) }
    if !text.isEmpty { present(text.joined(separator: "\n")) }
  }

  private func tell(_ lines: [String]) {
    if !lines.isEmpty { source.print(lines.map(GutterText.encode).joined(separator: "\n")) }
  }

  /// Ends the recording so that it passes as it stands, effects that still run included.
  private func end() -> Bool {
    recording.end()
    return !hasFailed
  }

  var promptText: String { (session.storeName ?? "macho") + "> " }
}

extension UnreadableLine {
  fileprivate var diagnostic: Diagnostic {
    switch self {
    case .invalidUTF8(let offset):
      Diagnostic("invalid-utf8", "the line is not UTF-8: byte \(offset + 1) is wrong")
    case .tooLong(let limit):
      Diagnostic("too-long", "the line is longer than \(limit) bytes", notes: ["it was left out"])
    case .failed(let errno):
      Diagnostic("unreadable", String(cString: strerror(errno)))
    }
  }
}

extension Session {
  fileprivate func completions(for request: CompletionRequest) -> [CompletionItem] {
    completions(of: request.line, at: request.cursor).map {
      CompletionItem(replacing: $0.replacing, text: $0.text, detail: $0.detail)
    }
  }
}
