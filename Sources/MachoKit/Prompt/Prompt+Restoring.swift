import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

// A crash costs the line: a new run of the program repeats the lines before it.

extension Prompt {
  // MARK: Writing the journal

  /// Runs an entry between two records of the journal. `run` returns the outcome too, if any.
  func journal<Result>(
    _ kind: PromptJournal.Entry.Kind, _ text: String = "", at line: StartupLine? = nil,
    _ run: () -> (Result, Outcome?)
  ) -> Result {
    liveActions = []
    var entry = PromptJournal.Entry(kind: kind, text: text, file: line?.file, number: line?.number)
    let isCommand = kind == .command || kind == .startup
    let rest = (isCommand ? loop.remainingLines : []) + [followingLines].compactMap { $0 }
    entry.skipped = SkippedLines.text(of: rest)
    entry.consumedCount = source.consumedCount
    process?.journal.begin(entry)
    let (result, outcome) = run()
    process?.journal.end(journalResult(of: outcome))
    return result
  }

  /// Applies external work that completed between two lines. Without any, the journal has no entry.
  func pollExternalWork() {
    liveActions = []
    guard let outcome = session.poll() else { return }
    recording.record(outcome)
    beginEntry(.external)
    process?.journal.end(journalResult(of: outcome))
    write(outcome)
    recording.takeFailure().map(report)
  }

  private func beginEntry(
    _ kind: PromptJournal.Entry.Kind, _ text: String = "", isCrash: Bool? = nil
  ) {
    var entry = PromptJournal.Entry(kind: kind, text: text)
    entry.isCrash = isCrash
    entry.consumedCount = source.consumedCount
    process?.journal.begin(entry)
  }

  private func journalResult(of outcome: Outcome?) -> PromptJournal.Result {
    var result = PromptJournal.Result(
      failure: outcome?.failure?.code.rawValue, position: session.position)
    result.recording = recording.fileState
    if session.isLive { result.liveEffects = session.effects.count }
    guard !liveActions.isEmpty else { return result }
    result.liveActions = liveActions
    result.transcript = outcome.map { OutcomeTranscript.text(for: $0) }
    return result
  }

  /// Collects the actions of live stores. The effects that sent them are not run again.
  func recordLiveActions() {
    // SAFETY: only lines and polls call it, and both run inside the prompt, which owns the session.
    session.onTransition = { [unowned self] transition, _ in
      if session.isLive { liveActions.append(session.liveAction(transition)) }
    }
  }

  // MARK: Restoring

  /// Repeats the entries of the last run of the program without output. Returns `false` in the first
  /// run.
  func restoreSession() -> Bool {
    guard let process, process.crash != nil else { return false }
    var last: PromptJournal.Result?
    process.journal.read { [self] entry, result in
      let excerpt = CrashBreadcrumb.excerpt(of: entry.text)
      CrashBreadcrumb.set(
        errors: "macho: the session is lost: it crashed again when this line was repeated:  "
          + "\(excerpt)\n")
      restore(entry, result)
      last = result
    }
    CrashBreadcrumb.set(errors: "")
    session.interrupt.close()
    if let file = last?.recording {
      do { try recording.continueFile(file) } catch { restorationProblems.append("\(error)") }
    }
    if let count = last?.liveEffects, count > 0 {
      restorationProblems.append(
        count == 1
          ? "the live effect in flight was not started again"
          : "the \(count) live effects in flight were not started again")
    }
    return true
  }

  private func restore(_ entry: PromptJournal.Entry, _ result: PromptJournal.Result) {
    switch entry.kind {
    case .comment: _ = loop.recordComment(entry.text)
    case .crashed:
      recording.record(transcript: entry.text)
      if entry.isCrash == true { hasCrashed = true }
    case .guide: _ = guide?.response(to: entry.text)
    case .debugger:
      _ = runInLoop(Line(entry.text))
      debuggerReport = []
    case .external: restoreExternalWork(result)
    case .command, .startup: restoreCommand(entry, result)
    }
    guard session.position != result.position, restorationProblems.isEmpty else { return }
    restorationProblems.append(
      "the state may differ: '\(CrashBreadcrumb.excerpt(of: entry.text))' had another result")
  }

  private func restoreCommand(_ entry: PromptJournal.Entry, _ result: PromptJournal.Result) {
    let line = Line(entry.text)
    if line.command?.transcript == .excluded {
      // It wrote a file, or changed which file is written.
      var outcome = Outcome(text: entry.text, line: line)
      outcome.failure = result.failure.map { Diagnostic(DiagnosticCode(rawValue: $0), "") }
      _ = guide?.comment(on: outcome)
      return
    }
    if result.liveActions != nil {
      // Selecting a store applies its actions, but starts no effects.
      if line.has(.selectsStore) || line.has(.opensStore) {
        _ = loop.run(line) { _ in false }
      }
      return restoreLiveActions(result)
    }
    session.interrupt.open()
    if result.failure == "interrupted" { _ = session.interrupt.request() }
    let isDeferred = entry.kind == .startup && result.failure == "no-feature"
    deferredStartupLines.removeAll { $0.file == entry.file && $0.number == entry.number }
    loop.startEntry()
    let outcome = limitingWait(of: line) { loop.run(line) { _ in !isDeferred }.outcome }
    if let file = entry.file, let number = entry.number, isDeferred {
      deferredStartupLines.append(StartupLine(file: file, number: number, line: line))
    }
    if outcome.failure != nil { hasFailed = true }
    _ = guide?.comment(on: outcome)
  }

  /// How long a line may wait for external work, which may not happen again.
  private static let waitLimit: DispatchTimeInterval = .seconds(10)

  private func limitingWait<Result>(of line: Line, _ run: () -> Result) -> Result {
    guard line.has(.waitsForExternalWork) else { return run() }
    let done = DispatchSemaphore(value: 0)
    let watchdog = PosixThread { [interrupt = session.interrupt] in
      if done.wait(timeout: .now() + Self.waitLimit) == .timedOut { _ = interrupt.request() }
    }
    defer {
      done.signal()
      watchdog.join()
    }
    return run()
  }

  private func restoreLiveActions(_ result: PromptJournal.Result) {
    if let transcript = result.transcript { recording.record(transcript: transcript) }
    guard restorationProblems.isEmpty else { return }
    do { try session.restore(result.liveActions ?? []) } catch {
      restorationProblems.append("the live session is incomplete: \(error.message)")
    }
  }

  /// Waits for external work that had completed between two lines.
  private func restoreExternalWork(_ result: PromptJournal.Result) {
    guard result.liveActions == nil else { return restoreLiveActions(result) }
    session.externalWorkTimeout = .seconds(10)
    defer { session.externalWorkTimeout = nil }
    if let outcome = session.poll() { recording.record(outcome) }
  }

  // MARK: Reporting

  /// Prints and records why the last run of the program ended.
  func reportCrash() {
    guard let process, let crash = process.crash else { return }
    if process.crashedEntry?.kind == .debugger { debugger?.recordCrash() }
    var outcome = crash.outcome(of: process.crashedEntry?.text)
    let isCrash = crash.diagnostic.code == "crashed"
    if process.crashedEntry != nil {
      let transcript = OutcomeTranscript.text(for: outcome)
      recording.record(outcome)
      beginEntry(.crashed, transcript, isCrash: isCrash)
      process.journal.end(journalResult(of: nil))
    }
    let note =
      process.crashedEntry == nil
      ? "no line was running; the state after the last line is back"
      : "the state before this line is back"
    if !source.isInteractive, let entry = process.crashedEntry {
      // The line is not in the output.
      let line = CrashBreadcrumb.excerpt(of: entry.text)
      outcome.failure?.notes.append("this line is lost:  \(line)")
      printError("macho: the process crashed at this line:  \(line)")
      recording.path.map { printError("macho: the recording up to that point: \($0)") }
    }
    outcome.failure?.notes += restorationProblems.isEmpty ? [note] : restorationProblems
    if let entry = process.crashedEntry {
      if let file = entry.file, let number = entry.number { source.print("\(file):\(number):") }
      if let skipped = entry.skipped { outcome.failure?.notes.append(skipped) }
    }
    hasFailed = true
    if isCrash { hasCrashed = true }
    write(outcome)
  }
}
