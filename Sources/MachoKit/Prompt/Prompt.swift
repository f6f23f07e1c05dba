import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoStreams
import MachoTerminal

/// The interactive loop. The main thread owns the session and waits for a mailbox, to which the
/// line editor's thread and external work post.
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
  /// Limits the scripts that the typed line sources.
  private var sourceLimits = SourcedScript.Limits()

  /// Lines of a startup file that need a feature while none is open.
  var deferredStartupLines: [StartupLine] = []
  /// The last entry, with which an external editor starts.
  var lastEntry = ""
  /// Whether the running line was typed as a single-line entry.
  private(set) var isTyped = false
  /// Where entries are kept: one file for each feature. `nil` if no history is kept.
  private var history: PromptHistory?
  /// The stopped script that is being debugged, if any.
  var debugger: Debugger?
  /// When each effect in flight of a live session was first seen.
  var runningSince: [String: ContinuousClock.Instant] = [:]
  var pager: Pager?
  /// The guide of a tutorial, if any.
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

  /// Runs `first` without printing its outcome, then lines until `quit` or the end of the input.
  /// Returns whether all lines passed.
  func run(first: String?, opening: StartupOptions = StartupOptions()) -> Bool {
    CrashBreadcrumb.install(output: STDOUT_FILENO)
    if let first {
      let outcome = perform(first)
      recording.record(outcome)
    }
    source.start(
      onInput: Self.inputHandler(mailbox: mailbox, interrupt: session.interrupt, source: source))
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
        if !runEntry(text) { return finishRecording() }
        requestLine()
      case .input(.interrupted): requestLine()
      case .input(.interruptedWhileIdle): break
      case .input(.unreadable(let problem)):
        // Not recorded: a script cannot repeat it.
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

  /// Runs an entry. Returns whether the prompt continues.
  private func runEntry(_ text: String) -> Bool {
    if let response = guide?.response(to: text) {
      source.print(response)
      return guide?.isDone == false
    }
    if text.hasPrefix(#"\"#) { return runBackslashCommand(text) && runDeferredLines() }
    if !text.allSatisfy(\.isWhitespace) { lastEntry = text }
    let lines = logicalLines(of: text).map(\.text)
    // An entry of several lines was pasted or recalled from the history.
    guard lines.count <= 1 else { return runLines(lines) && runDeferredLines() }
    isTyped = true
    defer { isTyped = false }
    return runLine(text) && runDeferredLines()
  }

  /// Runs a line. Returns whether the prompt continues.
  func runLine(_ text: String) -> Bool {
    if text.hasPrefix("#") { recording.record(comment: text) }
    let isBlank = text.allSatisfy(\.isWhitespace)
    guard !isBlank, !Self.isCommentOrOutput(text) else { return true }
    sourceLimits = SourcedScript.Limits()
    guard let debugger else { return runCommand(normalizedLine(text), depth: 0) }
    if let lines = debugger.handle(normalizedLine(text)) {
      printLines(lines)
      return true
    }
    defer { printLines(debugger.unassertedActions) }
    return runCommand(normalizedLine(text), depth: 0)
  }

  /// Runs a command. `depth` counts the scripts that source it.
  private func runCommand(_ command: String, depth: Int) -> Bool {
    let start = ContinuousClock.now
    let outcome = perform(command)
    return handle(outcome, after: ContinuousClock.now - start, depth: depth)
  }

  /// Prints an outcome and carries out its directive. Returns whether the prompt continues.
  /// `duration` is how long a typed command took.
  func handle(_ outcome: Outcome, after duration: Duration? = nil, depth: Int) -> Bool {
    switch outcome.directive {
    case .skip, .expectFailure, .timeout:
      recording.discardAnnouncement()
      let diagnostic = Diagnostic("not-supported", "only valid in a script")
      write(Outcome(text: outcome.text, failure: diagnostic))
      return true
    case .quit, .source, nil: break
    }
    show(outcome)
    if let duration, session.isTiming { source.print("took " + Self.text(of: duration)) }
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

  /// Runs the lines of a script and echoes each before its output.
  private func runSourcedScript(_ name: String, _ text: String, depth: Int) -> Bool {
    isTyped = false
    do throws(ScriptParseErrors) {
      for step in try sourceLimits.steps(of: text, depth: depth) {
        let lines = step.text.split(separator: "\n", omittingEmptySubsequences: false)
        source.print(lines.map { OutputEscaping.encode(String($0)) }.joined(separator: "\n"))
        guard runCommand(step.text, depth: depth) else { return false }
        if session.interrupt.isRequested { break }
      }
    } catch {
      source.print(error.text(path: name))
      hasFailed = true
    }
    return true
  }

  /// Runs a line. ORDER: the line is recorded before it runs, as it may crash the process.
  func perform(_ text: String) -> Outcome {
    recording.announce(text)
    setCrashMessage("at this line:  \(CrashBreadcrumb.excerpt(of: text))")
    defer { setCrashMessage("while no line was running") }
    return session.run(text)
  }

  private func setCrashMessage(_ location: String) {
    // The cursor may be on a half-typed line.
    var message = (source.isInteractive ? "\n" : "") + "macho: the process crashed \(location)\n"
    if let path = recording.path { message += "macho: the recording up to that point: \(path)\n" }
    CrashBreadcrumb.set(errors: message)
  }

  private func show(_ outcome: Outcome) {
    recording.record(outcome)
    write(outcome)
  }

  func write(_ outcome: Outcome) {
    // Escaped as in a script: strings of the state must not control the terminal.
    let lines = OutcomeFormatter.styledLines(for: outcome, compact: session.isCompact)
    let text = lines.map { palette.text(OutputEscaping.encode($0.text), $0.role) }
    if !text.isEmpty { present(text.joined(separator: "\n")) }
  }

  private func printLines(_ lines: [String]) {
    if !lines.isEmpty { source.print(lines.map(OutputEscaping.encode).joined(separator: "\n")) }
  }

  /// Ends the recording so that it passes, even with effects still in flight. Returns whether all
  /// lines passed.
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
      Diagnostic("invalid-utf8", "the line is not UTF-8: byte \(offset + 1) is invalid")
    case .tooLong(let limit):
      Diagnostic("too-long", "the line is longer than \(limit) bytes", notes: ["it was skipped"])
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
