import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

// A session continues in a rebuilt driver: the process runs the driver's executable again, which repeats
// the entries of the journal and prints what they do differently.

extension Prompt {
  // MARK: In the old driver

  /// Lets lines have the verb 'reload'.
  func enableReloading() {
    session.onReloading = { [unowned self] () throws(Diagnostic) -> String? in
      try requireDriver()
      isReloadDue = true
      return driver.isRebuilt ? nil : "the driver was not rebuilt since this session started in it"
    }
  }

  /// Throws if the session cannot continue in another run of the driver.
  private func requireDriver() throws(Diagnostic) {
    if let reason = reasonAgainstReloading { throw Diagnostic("not-supported", reason) }
    SpawnedProcess.resetChildSignal()
    do { _ = try BaseDriver.features(of: ScriptLauncher.executable) } catch {
      throw Diagnostic("not-supported", "the rebuilt driver does not start: \(error)")
    }
  }

  private var reasonAgainstReloading: String? {
    guard let process else { return "this prompt has no file for the journal of its session" }
    if process.journal.hasFailed { return "the journal of this session is incomplete" }
    return debugger == nil ? nil : "a script is being debugged: quit, and debug it again"
  }

  /// Whether the prompt looks at its driver between two lines.
  private var watchesDriver: Bool {
    reasonAgainstReloading == nil && (reloadsItself || source.isInteractive)
  }

  /// How long the prompt waits for a message before it looks at its driver again. `nil`: until there is
  /// one.
  var driverInterval: Duration? {
    guard watchesDriver, !isReloadDue, reloadsItself || driver.isChanging else { return nil }
    return DriverWatch.interval
  }

  /// Looks whether the driver was rebuilt. If so, the session continues in it, or the prompt says how.
  func checkDriver() {
    guard watchesDriver, driver.findsNewDriver() else { return }
    guard reloadsItself else {
      return printReport([StyledLine("the driver was rebuilt: 'reload' continues in it", .notice)])
    }
    do throws(Diagnostic) { try requireDriver() } catch { return report(error) }
    isReloadDue = true
  }

  /// Continues the session in the driver that the executable contains now. Returns if that is not
  /// possible.
  func reload() {
    isReloadDue = false
    guard let process else { return }
    // Its result has the state of the recording.
    journal(.command, Command.reload.verb) { ((), nil) }
    let reason = process.reload()
    report(Diagnostic("not-supported", "the rebuilt driver does not start: \(reason)"))
  }

  // MARK: In the new driver

  /// Repeats the entries of the last run of the program, and prints what they do differently. Stops at a
  /// line that fails now, and at Ctrl-C.
  func repeatSession() {
    guard let process else { return }
    let (segment, file) = (process.ending.repeatedSegment, process.ending.recording)
    process.journal.recordReload()
    var report = ReloadReport()
    var stop: String?
    var rest: [PromptJournal.Entry] = []
    var last: PromptJournal.Result?
    var index = 0
    process.journal.read(segment) { [self] entry, result in
      if stop != nil { return rest.append(entry) }
      if let file, index == segment.recordingStart, segment.recording?.path == file.path {
        // An error is reported below, where it is tried again.
        _ = try? recording.restartFile(file)
      }
      index += 1
      last = result
      let outcome = repeatEntry(entry, result)
      printReport(report.add(entry, result, outcome))
      if session.interrupt.isRequested, result.failure != "interrupted" {
        stop = "stopped: a line was interrupted, by Ctrl-C or after a wait of ten seconds"
      } else if ReloadReport.stops(at: outcome, result) {
        stop = "stopped: the last of these lines fails now"
      }
    }
    if recording.path == nil, let file { resumeRecording(file) }
    noteLostEffects(last?.liveEffects)
    printReport(report.summary + restorationProblems.map { StyledLine($0, .problem) })
    if let stop {
      recordAsNotRepeated(rest)
      let notes = ReloadReport.notes(notRepeating: rest).map { StyledLine($0, .notice) }
      printReport([StyledLine(stop, .problem)] + notes)
    } else {
      process.journal.recordRepeated(isComplete: true)
    }
    recording.takeFailure().map(self.report)
  }

  /// Repeats an entry as a new one. Returns its outcome, or `nil` if it did not run again.
  private func repeatEntry(
    _ entry: PromptJournal.Entry, _ result: PromptJournal.Result
  ) -> Outcome? {
    liveActions = []
    var repeated = entry
    (repeated.consumedCount, repeated.skipped) = (source.consumedCount, nil)
    process?.journal.begin(repeated)
    let outcome = restore(entry, result)
    var newResult = journalResult(of: outcome)
    if outcome == nil {
      newResult.failure = result.failure
      (newResult.liveActions, newResult.transcript) = (result.liveActions, result.transcript)
    }
    process?.journal.end(newResult)
    return outcome
  }

  /// Records lines that were not repeated as comments. The next driver repeats all lines again, unless
  /// the session changes before.
  func recordAsNotRepeated(_ entries: [PromptJournal.Entry]) {
    for comment in ReloadReport.comments(for: entries) {
      _ = loop.recordComment(comment)
      journal(.comment, comment) { ((), nil) }
    }
    process?.journal.recordRepeated(isComplete: false)
  }

  /// Continues the recording that was active before the restart. Starts a new file from here if that is
  /// possible, else in the same one.
  func resumeRecording(_ file: SessionRecording.FileState) {
    do throws(Diagnostic) {
      if try recording.restartFile(file) { return }
    } catch {
      return restorationProblems.append(error.message)
    }
    do throws(FileError) { try recording.continueFile(file) } catch {
      restorationProblems.append("\(error)")
    }
  }
}
