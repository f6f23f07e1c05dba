import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal

/// The interactive loop. The main thread owns the session and waits for a mailbox, to which the
/// line editor's thread and external work post.
final class Prompt {
  enum Message: Sendable {
    case input(TerminalInput)
    case externalInput
    case completion(CompletionRequest, reply: @Sendable ([CompletionItem]) -> Void)
    case hint(CompletionRequest, reply: @Sendable (Hint) -> Void)
  }

  let session: Session
  let recording: SessionRecording
  private let mailbox: Mailbox<Message>
  let source: any LineSource
  let palette: Palette
  var hasFailed = false
  /// Whether a line of this or an earlier run of the program crashed.
  var hasCrashed = false
  var loop: CommandLoop
  /// Lines of a startup file that need a feature while none is open.
  var deferredStartupLines: [StartupLine] = []
  /// The lines after the running one, if they were entered together or are those of a file.
  var followingLines: SkippedLines?
  /// The last entry, with which an external editor starts.
  var lastEntry = ""
  /// The output of the last line that was typed.
  var foldedOutput = FoldedOutput()
  /// Whether the running line was typed as a single-line entry.
  private(set) var isTyped = false
  /// Where entries are kept: one file for each feature. `nil` if no history is kept.
  private var history: PromptHistory?
  /// The stopped script that is being debugged, if any.
  var debugger: Debugger?
  /// What the debugger did, until it is printed.
  var debuggerReport: [StyledLine] = []
  /// When each effect in flight of a live session was first seen.
  var runningSince: [String: ContinuousClock.Instant] = [:]
  var pager: Pager?
  /// The guide of a tutorial, if any.
  var guide: (any PromptGuide)?
  let editor: ExternalEditor
  /// The process, if it survives a crash.
  let process: PromptProcess?
  /// The actions of a live store since the running line started.
  var liveActions: [LiveAction] = []
  /// What the last crash cost besides its line.
  var restorationProblems: [String] = []
  /// Notices that the driver was rebuilt.
  var driver = DriverWatch()
  /// Whether the session continues in a rebuilt driver by itself.
  let reloadsItself: Bool
  /// Whether the session continues in the driver's executable before the next line.
  var isReloadDue = false

  init(
    session: Session, recording: SessionRecording, mailbox: Mailbox<Message>,
    source: any LineSource, environment: [String: String], history: PromptHistory?,
    palette: Palette = .plain, process: PromptProcess? = nil, reloadsItself: Bool = false
  ) {
    self.process = process
    self.reloadsItself = reloadsItself
    pager = source.isInteractive ? Pager(environment) : nil
    editor = ExternalEditor(environment)
    self.session = session
    self.recording = recording
    loop = CommandLoop(session, recording: recording)
    self.mailbox = mailbox
    self.source = source
    self.palette = palette
    self.history = history
    if process != nil { recordLiveActions() }
    enableReloading()
  }

  /// Runs `first` and prints only its warning about endpoints. Then runs lines until `quit` or the
  /// end of the input. Returns whether all lines passed.
  func run(first: Line?, opening: StartupOptions = StartupOptions()) -> Bool {
    let isReload = process?.isReload == true
    let isRestored = isReload || restoreSession()
    let opened = isRestored ? nil : first.map { perform($0) }
    source.start(
      onInput: Self.inputHandler(
        mailbox: mailbox, interrupt: session.interrupt, source: source,
        endsLines: process != nil))
    defer { source.close() }
    for case .unobserved(let endpoints, let areAsyncStreams) in opened?.outcome.events ?? [] {
      printLines(UnobservedEndpoints.lines(for: endpoints, areAsyncStreams: areAsyncStreams))
    }
    process?.journal.recordReady()
    if isReload {
      repeatSession()
    } else if isRestored {
      reportCrash()
    } else if !start(opening) {
      return finishRecording()
    }
    requestLine()
    while true {
      switch mailbox.next(within: [showStatus(), driverInterval].compactMap(\.self).min()) {
      case nil:
        checkDriver()
        if isReloadDue { source.cancelRequest() }
      case .externalInput:
        pollExternalWork()
      case .completion(let request, let reply):
        reply(completions(for: request))
      case .hint(let request, let reply):
        let text = session.hint(of: request.line, at: request.cursor)
        reply(Hint(for: request, completions: completions(for: request), text: text))
      case .input(.line(let text)):
        if !runEntry(text) { return finishRecording() }
        requestLine()
      case .input(.interrupted), .input(.cancelled): requestLine()
      case .input(.interruptedWhileIdle): break
      case .input(.unreadable(let problem)):
        report(problem.diagnostic)
        requestLine()
      case .input(.endOfInput):
        return finishRecording()
      }
    }
  }

  private func completions(for request: CompletionRequest) -> [CompletionItem] {
    session.completions(for: request)
  }

  private static func text(of time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) / 1e15
    return String(format: "%.3f ms", milliseconds)
  }

  private func requestLine() {
    session.interrupt.close()
    ProcessRestart.cancelInterrupt()
    checkDriver()
    if isReloadDue { reload() }
    if let path = history?.change(to: session.featureName) { source.useHistory(at: path) }
    showStatus()
    source.requestLine(prompt: promptText)
  }

  /// Runs an entry. Returns whether the prompt continues.
  private func runEntry(_ text: String) -> Bool {
    if let response = guide?.response(to: text) {
      journal(.guide, text) { ((), nil) }
      switch response {
      case .text(let text): source.print(text)
      case .line(let line): return runLines([line])
      }
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
    if loop.recordComment(text) {
      journal(.comment, text) { ((), nil) }
      recording.takeFailure().map(report)
      return true
    }
    let isBlank = text.allSatisfy(\.isWhitespace)
    guard !isBlank, !Self.isCommentOrOutput(text) else { return true }
    let line = Line(normalizedLine(text))
    defer {
      if let debugger, !Command.isDebugger(line) { printReport(debugger.unassertedActions) }
    }
    return runCommand(line)
  }

  /// Runs a command and the scripts that it sources, and prints the time that the command took if
  /// `timing` is on. Returns whether the prompt continues.
  private func runCommand(_ line: Line) -> Bool {
    loop.startEntry()
    return runTimed(line) && runSourcedSteps()
  }

  /// Runs the commands of the scripts that are being sourced and echoes each before its output.
  /// Returns whether the prompt continues.
  func runSourcedSteps() -> Bool {
    while !session.interrupt.isRequested, let step = loop.nextSourcedStep() {
      isTyped = false
      printLines(ByteSearch.lines(of: step.text))
      guard runTimed(step.line) else { return false }
    }
    loop.interruption.map(report)
    return true
  }

  private func runTimed(_ line: Line) -> Bool {
    let start = ContinuousClock.now
    let result = perform(line)
    return show(result, after: ContinuousClock.now - start)
  }

  /// Prints the result of a command. Returns whether the prompt continues. `duration` is how long the
  /// command took.
  func show(_ result: CommandLoop.Result, after duration: Duration? = nil) -> Bool {
    write(result.outcome)
    recording.takeFailure().map(report)
    if let duration, session.isTiming { source.print("took " + Self.text(of: duration)) }
    if let (name, errors) = result.sourceErrors {
      printLines(errors.lines(path: name))
    }
    printReport(debuggerReport)
    debuggerReport = []
    if result.outcome.failure != nil || result.sourceErrors != nil { hasFailed = true }
    if let guide {
      guide.comment(on: result.outcome).map(source.print)
      if guide.isDone { return false }
    }
    return !loop.hasQuit
  }

  /// Runs a line, with a message for the case that it crashes the process.
  ///
  /// - Parameter startup: The line of the startup file that it is. Default: none.
  func perform(
    _ line: Line, at startup: StartupLine? = nil,
    recordingIf records: (Outcome) -> Bool = { _ in true }
  ) -> CommandLoop.Result {
    setCrashMessage("at this line:  \(CrashNote.excerpt(of: line.text))")
    defer { setCrashMessage("while no line was running") }
    let isDebugger = debugger != nil && Command.isDebugger(line)
    let kind: PromptJournal.Entry.Kind =
      startup != nil ? .startup : isDebugger ? .debugger : .command
    return journal(kind, line.text, at: startup) {
      let result = runInLoop(line, recordingIf: records)
      return (result, result.outcome)
    }
  }

  /// Runs a line, and what it asks of the debugger.
  func runInLoop(
    _ line: Line, recordingIf records: (Outcome) -> Bool = { _ in true }
  ) -> CommandLoop.Result {
    let result = loop.run(line, recordingIf: records)
    if case .debug(let operation) = result.outcome.directive, result.outcome.failure == nil {
      debuggerReport = debugger?.perform(operation) ?? []
    }
    return result
  }

  private func setCrashMessage(_ location: String) {
    // The next run of the program reports the crash itself.
    guard process == nil else { return CrashNote.set(errors: "") }
    // The cursor may be on a half-typed line.
    var message = (source.isInteractive ? "\n" : "") + "macho: the process crashed \(location)\n"
    if let path = recording.path { message += "macho: the recording up to that point: \(path)\n" }
    CrashNote.set(errors: message)
  }

  func write(_ outcome: Outcome) {
    let lines = OutcomeFormatter.styledLines(
      for: outcome, compact: session.isCompact,
      columns: source.isInteractive ? ScreenSize()?.columns : nil)
    if !lines.isEmpty { return present(lines, usingPager: outcome.has(.usesPager)) }
    let holds = outcome.has(.asserts) && outcome.failure == nil && !outcome.wasSkipped
    if holds, source.isInteractive { source.print(palette.text("✓", .unchanged)) }
  }

  /// Prints an error that is not of a line. It is not recorded: a script cannot repeat it.
  func report(_ error: Diagnostic) {
    write(Outcome(text: "", failure: error))
    hasFailed = true
  }

  /// Prints lines of a test report, which are escaped already.
  func printReport(_ lines: [StyledLine]) {
    if !lines.isEmpty { source.print(palette.escapedText(of: lines)) }
  }

  /// Prints lines with escapes.
  private func printLines(_ lines: [String]) {
    if !lines.isEmpty { source.print(lines.map(OutputEscaping.encode).joined(separator: "\n")) }
  }

  /// Ends the recording so that it passes, even with effects still in flight. Returns whether all
  /// lines passed.
  private func finishRecording() -> Bool {
    process?.finish()
    do throws(Diagnostic) { printLines(try recording.finish()) } catch { report(error) }
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
      CompletionItem(replacing: $0.replacing, text: $0.text, title: $0.title, detail: $0.detail)
    }
  }
}
