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
    case externalInput
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
  private var sourceLimits = SourcedScript.Limits()

  /// The lines of a startup file that need a feature, while none is open.
  var deferredStartupLines: [StartupLine] = []
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
  var guide: (any PromptGuide)?
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
  func run(first: String?, opening: StartupOptions = StartupOptions()) -> Bool {
    CrashBreadcrumb.install(output: STDOUT_FILENO)
    if let first {
      let outcome = perform(first)
      recording.record(outcome)
    }
    source.start(
      onInput: Self.inputHandler(postingTo: mailbox, stopping: session.interrupt, of: source))
    defer { source.close() }
    guard start(opening) else { return finishRecording() }
    requestLine()
    while true {
      switch mailbox.next(within: showStatus()) {
      case nil: continue
      case .externalInput:
        if let outcome = session.poll() { show(outcome) }
      case .completion(let request, let reply):
        reply((debugger?.completions(for: request) ?? []) + session.completions(for: request))
      case .hint(let request, let reply):
        reply(session.hint(of: request.line, at: request.cursor))
      case .input(.line(let text)):
        if !runEntry(typed: text) { return finishRecording() }
        requestLine()
      case .input(.interrupted): requestLine()
      case .input(.interruptedWhileIdle): break
      case .input(.unreadable(let problem)):
        // It is no line that a script could repeat.
        write(Outcome(text: "", failure: problem.diagnostic))
        hasFailed = true
        requestLine()
      case .input(.endOfInput):
        return finishRecording()
      }
    }
  }

  private static func text(of time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return String(format: "%.3f ms", milliseconds)
  }

  private func requestLine() {
    session.interrupt.close()
    if let path = history?.change(to: session.featureName) { source.useHistory(at: path) }
    showStatus()
    source.requestLine(prompt: promptText)
  }

  /// Runs an entry; whether to go on.
  private func runEntry(typed text: String) -> Bool {
    if let answer = guide?.response(to: text) {
      source.print(answer)
      return guide?.isDone == false
    }
    if text.hasPrefix(#"\"#) { return runBackslashCommand(text) && runDeferredLines() }
    if !text.allSatisfy(\.isWhitespace) { lastEntry = text }
    let lines = logicalLines(of: text).map(\.text)
    // An entry of several lines was pasted, or comes from the history.
    guard lines.count <= 1 else { return runLines(lines) && runDeferredLines() }
    isTyped = true
    defer { isTyped = false }
    return runLine(text) && runDeferredLines()
  }

  /// Runs a line; whether to go on.
  func runLine(_ text: String) -> Bool {
    if text.hasPrefix("#") { recording.record(comment: text) }
    let isBlank = text.allSatisfy(\.isWhitespace)
    guard !isBlank, !Self.isCommentOrOutput(text) else { return true }
    sourceLimits = SourcedScript.Limits()
    guard let debugger else { return runCommand(command: normalizedLine(text), depth: 0) }
    if let lines = debugger.handle(normalizedLine(text)) {
      printLines(lines)
      return true
    }
    defer { printLines(debugger.unassertedActions) }
    return runCommand(command: normalizedLine(text), depth: 0)
  }

  /// Runs a command; `depth` says how many scripts source it.
  private func runCommand(command: String, depth: Int) -> Bool {
    let start = ContinuousClock.now
    let outcome = perform(command)
    return handle(outcome, after: ContinuousClock.now - start, depth: depth)
  }

  /// Shows what came of a command, and does what it asks for; whether to go on. A time is that which
  /// it took, of one that was typed.
  func handle(_ outcome: Outcome, after taken: Duration? = nil, depth: Int) -> Bool {
    switch outcome.directive {
    case .skip, .expectFailure, .timeout:
      recording.discardAnnouncement()
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
    guard case .source(let name, let text) = outcome.directive else {
      return outcome.directive == nil
    }
    return runSourcedScript(name, text, depth: depth + 1)
  }

  /// Runs the lines of a script, each shown before what comes of it.
  private func runSourcedScript(_ name: String, _ text: String, depth: Int) -> Bool {
    isTyped = false
    do throws(ScriptParseErrors) {
      for step in try sourceLimits.steps(of: text, depth: depth) {
        let lines = step.text.split(separator: "\n", omittingEmptySubsequences: false)
        source.print(lines.map { OutputEscaping.encode(String($0)) }.joined(separator: "\n"))
        guard runCommand(command: step.text, depth: depth) else { return false }
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
    setCrashMessage("at this line:  \(CrashBreadcrumb.excerpt(of: text))")
    defer { setCrashMessage("while no line ran") }
    return session.run(text)
  }

  private func setCrashMessage(_ place: String) {
    // A line may stand half typed where the note begins.
    var note = (source.isInteractive ? "\n" : "") + "macho: the process crashed \(place)\n"
    if let path = recording.path { note += "macho: the recording up to there is \(path)\n" }
    CrashBreadcrumb.set(errors: note)
  }

  private func show(_ outcome: Outcome) {
    recording.record(outcome)
    write(outcome)
  }

  func write(_ outcome: Outcome) {
    // As in a script: a string of the state must not be able to steer the terminal.
    let lines = OutcomeFormatter.styledLines(for: outcome, compact: session.isCompact)
    let text = lines.map { palette.text(OutputEscaping.encode($0.text), $0.role) }
    if !text.isEmpty { present(text.joined(separator: "\n")) }
  }

  private func printLines(_ lines: [String]) {
    if !lines.isEmpty { source.print(lines.map(OutputEscaping.encode).joined(separator: "\n")) }
  }

  /// Ends the recording so that it passes as it stands, effects that still run included.
  private func finishRecording() -> Bool {
    recording.finish()
    return !hasFailed
  }

  var promptText: String { (session.storeName ?? "macho") + "> " }
}

extension LineReadError {
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
