import Foundation
import MachoScripting
import MachoSystem
import MachoTerminal

/// The process of a prompt at a terminal. After a crash it runs the program again, which restores
/// the session from a journal.
final class PromptProcess {
  let journal: PromptJournal
  /// Why the last run of the program ended. `nil` in the first run.
  let crash: CrashReport?
  /// What the last run did not complete. `nil` if it was waiting for a line.
  private(set) var crashedEntry: PromptJournal.Entry?
  /// The script that the first run debugged, before anything changed it. `nil` in the first run.
  private(set) var debuggedScript: String?
  private let report: Int32

  private init(journal: Int32, report: Int32) {
    self.journal = PromptJournal(descriptor: journal)
    self.report = report
    crash = CrashReport(contentsOf: report)
    ftruncate(report, 0)
    for descriptor in [journal, report] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.journal.onError = { number in
      ProcessRestart.disarm()
      printError(
        "a crash will end this session: its journal cannot be written: "
          + String(cString: strerror(number)))
    }
  }

  /// The descriptors of the journal and the report, which a new run of the program inherits.
  private static let variable = "MACHO_PROMPT_FILES"

  /// Prepares this process for a prompt: installs the crash handlers. Returns `nil` without a
  /// terminal: then a crash ends the process, which has read ahead. Prints why and throws `crashed`
  /// if the last run of the program crashed before it had restored the session.
  ///
  /// The first call in a process runs the program again, because the runtime reads the settings of
  /// its backtraces when a program starts.
  static func prepare() throws(ExitStatus) -> PromptProcess? {
    if let process = try restartable() { return process }
    CrashBreadcrumb.install(output: STDOUT_FILENO)
    return nil
  }

  /// Runs the program again, as `prepare` does, if the arguments name a prompt. Returns otherwise.
  static func restartForPrompt(_ arguments: [String]) {
    let prompts = [ReplCommand._commandName, TutorialCommand._commandName]
    guard arguments.count > 1, prompts.contains(arguments[1]), getenv(variable) == nil,
      LineSourceConfiguration().usesLineEditor
    else { return }
    runAgain(ProcessInfo.processInfo.environment)
  }

  private static func restartable() throws(ExitStatus) -> PromptProcess? {
    guard LineSourceConfiguration().usesLineEditor else { return nil }
    var environment = ProcessInfo.processInfo.environment
    guard let files = environment.removeValue(forKey: variable) else {
      runAgain(environment)
      return nil
    }
    unsetenv(variable)
    let descriptors = files.split(separator: ",").compactMap { Int32($0) }
    guard descriptors.count == 2, descriptors.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else {
      return nil
    }
    let process = PromptProcess(journal: descriptors[0], report: descriptors[1])
    try process.start(environment.merging([variable: files]) { $1 })
    return process
  }

  private static func runAgain(_ environment: [String: String]) {
    guard let journal = makeUnnamedFile(), let report = makeUnnamedFile() else {
      return
    }
    for descriptor in [journal, report] { _ = fcntl(descriptor, F_SETFD, 0) }
    var environment = ScriptLauncher.withBacktraces(environment)
    environment[variable] = "\(journal),\(report)"
    ProcessRestart.execute(ScriptLauncher.executable, CommandLine.arguments, environment)
    for descriptor in [journal, report] { close(descriptor) }
  }

  private func start(_ environment: [String: String]) throws(ExitStatus) {
    if let crash {
      let ending = journal.read()
      (crashedEntry, debuggedScript) = (ending.interrupted, ending.script)
      guard ending.isReady else {
        for line in crash.lines(afterFailedStart: crashedEntry?.text) { printError(line) }
        throw .crashed
      }
    }
    journal.recordStart()
    ProcessRestart.arm(
      ScriptLauncher.executable, CommandLine.arguments, environment, report: report,
      keeping: journal.descriptor)
    CrashSignalHandler.install(report: report)
  }

  /// Lets the process exit or crash as usual from now on.
  func finish() { ProcessRestart.disarm() }
}

extension PromptProcess {
  /// How long a line may run after Ctrl-C, in seconds.
  private static let interruptLimit: UInt32 = 1

  /// Ends the running line with the run of the program, unless the line ends soon. The second request
  /// ends it at once. May be called on any thread.
  static func endLine(isSecondRequest: Bool) {
    if isSecondRequest {
      ProcessRestart.interruptMainThread()
    } else {
      ProcessRestart.interruptMainThread(afterSeconds: interruptLimit)
    }
  }
}
