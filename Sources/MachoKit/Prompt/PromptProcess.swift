import Foundation
import MachoSystem
import MachoTerminal

/// The process of a prompt. After a crash, and for a rebuilt driver, it runs the program again. The new run
/// restores the session from a journal. Without a terminal, it reads on where the last run stopped.
final class PromptProcess {
  let journal: PromptJournal
  /// Why the last run of the program crashed. `nil` if it did not, and in the first run.
  let crash: CrashReport?
  /// Whether the last run of the program ended for this one to continue its session.
  let isReload: Bool
  /// What the journal contained when this run of the program started.
  private(set) var ending = PromptJournal.Ending()
  /// What the last run did not complete. `nil` if it was waiting for a line.
  private(set) var crashedEntry: PromptJournal.Entry?
  /// The script that the first run debugged, before anything changed it. `nil` in the first run.
  private(set) var debuggedScript: String?
  /// The copy of the input, which has what the last run of the program read ahead.
  private(set) var inputCopy: InputCopy
  private let report: Int32
  private var environment: [String: String] = [:]

  private init(journal: Int32, report: Int32, copy: Int32, isReload: Bool) {
    self.journal = PromptJournal(descriptor: journal)
    self.report = report
    self.isReload = isReload
    inputCopy = InputCopy(descriptor: copy, consumedCount: 0)
    crash = CrashReport(contentsOf: report)
    ftruncate(report, 0)
    for descriptor in [journal, report, copy] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    self.journal.onError = { number in
      ProcessRestart.disarm()
      printError(
        "a crash will end this session: its journal cannot be written: "
          + String(cString: strerror(number)))
    }
  }

  /// The descriptors of the journal, the report and the copy of the input, which a new run of the program inherits.
  private static let variable = "MACHO_PROMPT_FILES"

  /// What follows the descriptors if the new run of the program does not follow a crash.
  private static let reloadMark = ",reload"

  /// Whether this run of the program continues the session of another one.
  var isRestarted: Bool { crash != nil || isReload }

  /// Prepares this process for a prompt: installs the crash handlers. Returns `nil` if the files of a
  /// restart cannot be created: then a crash ends the process. Prints why and throws `crashed` if the
  /// last run of the program crashed before it had restored the session.
  ///
  /// The first call in a process runs the program again, because the runtime reads the settings of
  /// its backtraces when a program starts.
  static func prepare() throws(ExitStatus) -> PromptProcess? {
    if let process = try restartable() { return process }
    CrashNote.install(output: STDOUT_FILENO)
    return nil
  }

  /// Runs the program again, as `prepare` does, if the arguments name a prompt. Returns otherwise.
  static func restartForPrompt(_ arguments: [String]) {
    let prompts = [ReplCommand._commandName, TutorialCommand._commandName]
    guard arguments.count > 1, prompts.contains(arguments[1]), getenv(variable) == nil else {
      return
    }
    runAgain(ProcessInfo.processInfo.environment)
  }

  private static func restartable() throws(ExitStatus) -> PromptProcess? {
    var environment = ProcessInfo.processInfo.environment
    guard let files = environment.removeValue(forKey: variable) else {
      runAgain(environment)
      return nil
    }
    unsetenv(variable)
    let descriptors = files.split(separator: ",").compactMap { Int32($0) }
    guard descriptors.count == 3, descriptors.allSatisfy({ fcntl($0, F_GETFD) >= 0 }) else {
      return nil
    }
    let process = PromptProcess(
      journal: descriptors[0], report: descriptors[1], copy: descriptors[2],
      isReload: files.hasSuffix(reloadMark))
    process.environment = environment
    process.environment[variable] = descriptors.map(String.init).joined(separator: ",")
    try process.start()
    return process
  }

  private static func runAgain(_ environment: [String: String]) {
    let files = [makeUnnamedFile(), makeUnnamedFile(), makeUnnamedFile()].compactMap { $0 }
    defer { for descriptor in files { close(descriptor) } }
    guard files.count == 3 else { return }
    for descriptor in files { _ = fcntl(descriptor, F_SETFD, 0) }
    var environment = ScriptLauncher.withBacktraces(environment)
    environment[variable] = files.map(String.init).joined(separator: ",")
    ProcessRestart.execute(ScriptLauncher.executable, CommandLine.arguments, environment)
  }

  private func start() throws(ExitStatus) {
    if isRestarted {
      ending = journal.readEnding()
      (crashedEntry, debuggedScript) = (ending.interrupted, ending.script)
      inputCopy = InputCopy(
        descriptor: inputCopy.descriptor, consumedCount: ending.consumedCount)
    }
    if let crash, !ending.isReady {
      for line in crash.lines(afterFailedStart: crashedEntry?.text) { printError(line) }
      throw .crashed
    }
    journal.recordStart()
    ProcessRestart.arm(
      ScriptLauncher.executable, CommandLine.arguments, environment, report: report,
      keeping: journal.descriptor)
    ProcessRestart.keep(inputCopy.descriptor)
    CrashSignalHandler.install(report: report, catchesExit: true)
  }

  /// The entries that the last run of the program has not repeated, because it crashed while it repeated
  /// those of another driver. `nil` if it did not.
  var entriesNotRepeated: [PromptJournal.Entry]? {
    guard crash != nil, var repeatedCount = ending.repeatedCount else { return nil }
    var rest: [PromptJournal.Entry] = []
    journal.read(ending.repeatedSegment) { entry, _ in
      if repeatedCount > 0 { repeatedCount -= 1 } else { rest.append(entry) }
    }
    return rest
  }

  /// Runs the driver again, which continues the session. Returns the reason if that is not possible.
  func reload() -> String {
    fflush(nil)
    var environment = environment
    environment[Self.variable, default: ""] += Self.reloadMark
    return String(cString: strerror(ProcessRestart.replaceProgram(environment)))
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
