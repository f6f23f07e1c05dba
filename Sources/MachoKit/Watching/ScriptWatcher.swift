import Foundation
import MachoScripting

/// `macho test --watch`: runs scripts, and reruns what a changed file affects, until Ctrl-C.
struct ScriptWatcher {
  /// Returns the currently selected scripts.
  let find: () -> [String]
  /// Runs scripts and reports their results.
  let run: ([String]) throws -> [ScriptResult]
  let interruption: InterruptSignal?
  private let executable = ScriptLauncher.executable
  private let package = DriverPackage(
    executable: ScriptLauncher.executable,
    workingDirectory: FileManager.default.currentDirectoryPath)
  /// The latest result of each script.
  private var results: [String: ScriptResult] = [:]

  init(
    find: @escaping () -> [String], run: @escaping ([String]) throws -> [ScriptResult],
    interruption: InterruptSignal?
  ) {
    self.find = find
    self.run = run
    self.interruption = interruption
  }

  /// Watches until a signal arrives. Returns the scripts' final status.
  mutating func watch(_ files: [String]) throws -> ExitStatus {
    var plan = WatchPlan(snapshot)
    // A source saved while the driver starts is newer than the driver.
    if let package, package.sources.values.contains(where: isNewer) { build(package, []) }
    if isOutdated(plan) { restart() }
    try runScripts(files)
    printError(startMessage)
    while !isInterrupted {
      switch plan.nextOperation(snapshot, readers: readers) {
      case .nothing: continue
      case .rerun(let scripts):
        printError("changed: " + scripts.joined(separator: ", "))
        try runScripts(scripts)
      case .restart:
        printError("the driver has changed; restarting")
        restart()
      case .rebuild(let changed):
        if let package { build(package, changed) }
      }
    }
    // Any signal other than Ctrl-C terminates the process as it does without --watch.
    if interruption?.signal != SIGINT { interruption?.reraise() }
    return status
  }

  private var startMessage: String {
    let count = find().count
    return "watching \(count) script\(count == 1 ? "" : "s")"
      + (package.map { " and the sources of \($0.product)" } ?? "") + "; Ctrl-C exits"
  }

  private mutating func runScripts(_ files: [String]) throws {
    guard !files.isEmpty else { return }
    let new = try run(files)
    for result in new { results[result.path] = result }
    // As without --watch, if Ctrl-C came before the scripts finished.
    if new.count < files.count { interruption?.reraise() }
  }

  /// The combined status of the scripts that still exist.
  private var status: ExitStatus {
    find().compactMap { results[$0]?.exitStatus }.min() ?? .nothingSelected
  }

  // MARK: Snapshots

  /// How often files are checked, in milliseconds.
  private static let interval: Int32 = 150

  /// Waits for one interval. Returns whether a signal arrived.
  private var isInterrupted: Bool {
    var polled = pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Self.interval) > 0 && interruption?.signal != nil
  }

  private var snapshot: WatchSnapshot {
    WatchSnapshot(
      scripts: Self.stamps(find()), reads: Self.stamps(Array(readers.keys)),
      executable: FileStamp.read(executable), sources: package?.sources ?? [:])
  }

  private static func stamps(_ paths: [String]) -> [String: FileStamp] {
    Dictionary(paths.map { ($0, FileStamp.read($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private var readers: [String: Set<String>] {
    var readers: [String: Set<String>] = [:]
    for (script, result) in results {
      for file in result.reads { readers[file, default: []].insert(script) }
    }
    return readers
  }

  // MARK: The driver

  private func isNewer(_ source: FileStamp) -> Bool {
    source.modified > FileStamp.read(executable).modified
  }

  private func isOutdated(_ plan: WatchPlan) -> Bool {
    plan.executable != FileStamp.read(executable)
  }

  private func build(_ package: DriverPackage, _ changed: [String]) {
    let names = changed.map { ScriptName($0).name }.prefix(3).joined(separator: ", ")
    printError("building \(package.product)" + (names.isEmpty ? "" : ": changed \(names)"))
    guard let failure = package.build(interruption) else { return }
    if interruption?.signal != nil { return }
    for line in failure.lines { printError(line) }
    printError("\(package.product) does not build; waiting for a change")
  }

  /// Replaces the process by the current driver, which starts with all scripts. Prints an error if
  /// that fails.
  private func restart() {
    fflush(nil)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(executable, &arguments)
    printError("cannot start \(executable): \(String(cString: strerror(errno)))")
    for argument in arguments { free(argument) }
  }
}
