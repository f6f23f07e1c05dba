import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

// A crash costs the line: a new run of the program repeats the lines before it. `Prompt+Reloading.swift`
// repeats all lines in a rebuilt driver.

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

  func journalResult(of outcome: Outcome?) -> PromptJournal.Result {
    var result = PromptJournal.Result(
      failure: outcome?.failure?.code.rawValue, position: session.position)
    result.recording = recording.fileState
    if session.isLive { result.liveEffects = session.effects.count }
    if !liveActions.isEmpty { result.liveActions = liveActions }
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

  /// Repeats the entries of the last run of the program without output, after a crash. Returns `false`
  /// in the first run.
  func restoreSession() -> Bool {
    guard let process, process.crash != nil else { return false }
    var last: PromptJournal.Result?
    process.journal.read(process.ending.segment) { [self] entry, result in
      let excerpt = CrashNote.excerpt(of: entry.text)
      CrashNote.set(
        errors: "macho: the session is lost: it crashed again when this line was repeated:  "
          + "\(excerpt)\n")
      _ = restore(entry, result)
      if session.position != result.position, restorationProblems.isEmpty {
        restorationProblems.append("the state may differ: '\(excerpt)' had another result")
      }
      last = result
    }
    CrashNote.set(errors: "")
    session.interrupt.close()
    if let file = last?.recording {
      do { try recording.continueFile(file) } catch { restorationProblems.append("\(error)") }
    } else if let file = process.ending.recording {
      resumeRecording(file)
    }
    noteLostEffects(last?.liveEffects)
    return true
  }

  /// Notes the effects of a live store that do not run any more.
  func noteLostEffects(_ count: Int?) {
    guard let count, count > 0 else { return }
    restorationProblems.append(
      count == 1
        ? "the live effect in flight was not started again"
        : "the \(count) live effects in flight were not started again")
  }

  /// Repeats an entry. Returns the outcome of a line or of external work that ran again.
  func restore(_ entry: PromptJournal.Entry, _ result: PromptJournal.Result) -> Outcome? {
    switch entry.kind {
    case .comment: _ = loop.recordComment(entry.text)
    case .crashed:
      recording.record(transcript: entry.text)
      if entry.isCrash == true { hasCrashed = true }
    case .guide: _ = guide?.response(to: entry.text)
    case .debugger:
      _ = runInLoop(Line(entry.text))
      debuggerReport = []
    case .external: return restoreExternalWork(result)
    case .command, .startup: return restoreCommand(entry, result)
    }
    return nil
  }

  private func restoreCommand(
    _ entry: PromptJournal.Entry, _ result: PromptJournal.Result
  ) -> Outcome? {
    let line = Line(entry.text)
    if line.command?.transcript == .excluded {
      // It wrote a file, or changed which file is written.
      var outcome = Outcome(text: entry.text, line: line)
      outcome.failure = result.failure.map { Diagnostic(DiagnosticCode(rawValue: $0), "") }
      _ = guide?.comment(on: outcome)
      return nil
    }
    if result.liveActions != nil {
      // Selecting a store applies its actions, but starts no effects.
      if line.has(.selectsStore) || line.has(.opensStore) {
        _ = loop.run(line) { _ in false }
      }
      restoreLiveActions(result)
      return nil
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
    return outcome
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

  /// Waits for external work that had completed between two lines. Returns its outcome, which is empty if
  /// none completes.
  private func restoreExternalWork(_ result: PromptJournal.Result) -> Outcome? {
    guard result.liveActions == nil else {
      restoreLiveActions(result)
      return nil
    }
    session.externalWorkTimeout = .seconds(10)
    defer { session.externalWorkTimeout = nil }
    let outcome = session.poll() ?? Outcome(text: "")
    recording.record(outcome)
    return outcome
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
      let line = CrashNote.excerpt(of: entry.text)
      outcome.failure?.notes.append("this line is lost:  \(line)")
      printError("macho: the process crashed at this line:  \(line)")
      recording.path.map { printError("macho: the recording up to that point: \($0)") }
    }
    outcome.failure?.notes += restorationProblems.isEmpty ? [note] : restorationProblems
    if let rest = process.entriesNotRepeated {
      recordAsNotRepeated(rest)
      outcome.failure?.notes += ReloadReport.notes(notRepeating: rest)
      if let entry = process.crashedEntry { printReport([entry.heading]) }
    }
    if let entry = process.crashedEntry {
      if let file = entry.file, let number = entry.number { source.print("\(file):\(number):") }
      if let skipped = entry.skipped { outcome.failure?.notes.append(skipped) }
    }
    hasFailed = true
    if isCrash { hasCrashed = true }
    write(outcome)
  }
}
