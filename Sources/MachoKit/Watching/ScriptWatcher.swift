import Foundation
import MachoReporting
import MachoScripting
import MachoSystem
import MachoTerminal

/// `macho test --watch`: runs scripts, and reruns what a changed file or a pressed key asks for,
/// until Ctrl-C.
struct ScriptWatcher {
  /// Returns the scripts that the command line currently selects.
  let find: () -> [String]
  /// Runs scripts and reports their results. May write their expectations.
  let run: (_ scripts: [String], _ updates: Bool) throws -> [ScriptResult]
  let interruption: InterruptSignal?
  private let palette: Palette
  /// `nil` unless standard input and output are terminals.
  private let keys: KeyListener?
  /// The scripts of the last run.
  private(set) var lastRun: [String] = []
  /// A regular expression that was typed. Only scripts whose path matches run.
  var filter: String?
  private let executable = ScriptLauncher.executable
  private let package = DriverPackage(
    executable: ScriptLauncher.executable,
    workingDirectory: FileManager.default.currentDirectoryPath)
  /// The latest result of each script.
  private(set) var results: [String: ScriptResult] = [:]

  init(
    find: @escaping () -> [String],
    run: @escaping ([String], Bool) throws -> [ScriptResult], interruption: InterruptSignal?,
    palette: Palette
  ) {
    self.find = find
    self.run = run
    self.interruption = interruption
    self.palette = palette
    keys = KeyPress.isAvailable ? KeyListener(terminal: STDIN_FILENO) : nil
    filter = keys == nil ? nil : getenv(Self.filterVariable).map { String(cString: $0) }
    unsetenv(Self.filterVariable)
  }

  /// The environment variable in which a restarted driver gets the filter.
  private static let filterVariable = "MACHO_WATCH_FILTER"

  /// The scripts that the command line and the filter select.
  var selected: [String] {
    guard let filter, let pattern = try? Regex(filter) else { return find() }
    return find().filter { $0.firstMatch(of: pattern) != nil }
  }

  /// Watches until a signal arrives or the user quits. Returns the scripts' final status.
  mutating func watch() throws -> ExitStatus {
    defer { keys?.pause() }
    var plan = WatchPlan(snapshot)
    // A source saved while the driver starts is newer than the driver.
    if let package, package.sources.values.contains(where: isNewer) { build(package, []) }
    if isOutdated(plan) { restart() }
    try runScripts(selected)
    printError(startMessage)
    showKeys()
    while true {
      switch nextEvent {
      case .interrupted: return finish()
      case .key(let key):
        guard try perform(key) else { return finish() }
        continue
      case .none, .escape, .closed: break
      }
      switch plan.nextOperation(snapshot, readers: readers) {
      case .nothing: continue
      case .rerun(let changed):
        let scripts = changed.filter(Set(selected).contains)
        guard !scripts.isEmpty else { continue }
        keys?.pause()
        printError("changed: " + scripts.joined(separator: ", "))
        try runScripts(scripts)
        showKeys()
      case .restart:
        printError("the driver has changed; restarting")
        restart()
      case .rebuild(let changed):
        keys?.pause()
        if let package { build(package, changed) }
      }
    }
  }

  /// Prints a line at a terminal that takes keys.
  func show(_ text: String) {
    guard keys != nil else { return }
    let lines = text.split(separator: "\n").map { StyledLine(String($0), .unchanged) }
    StandardOutput.print(palette.escapedText(of: lines))
    fflush(nil)
  }

  /// Lets a run use the terminal.
  func pauseKeys() { keys?.pause() }

  /// Reads a text at the terminal. `nil` if the user pressed Escape.
  func readText(prompt: String) -> String? { keys?.readText(prompt: prompt) }

  private func finish() -> ExitStatus {
    keys?.pause()
    // Any signal other than Ctrl-C terminates the process as it does without --watch.
    if interruption?.signal != SIGINT { interruption?.reraise() }
    return status
  }

  private var startMessage: String {
    let count = find().count
    return "watching \(counted(count, "script"))"
      + (package.map { " and the sources of \($0.product)" } ?? "") + "; Ctrl-C exits"
  }

  mutating func runScripts(_ files: [String], updates: Bool = false) throws {
    guard !files.isEmpty else { return }
    lastRun = files
    let new = try run(files, updates)
    for result in new { results[result.path] = result }
    // As without --watch, if Ctrl-C came before the scripts finished.
    if new.count < files.count { interruption?.reraise() }
  }

  /// The combined status of the selected scripts that still exist.
  private var status: ExitStatus {
    selected.compactMap { results[$0]?.exitStatus }.min() ?? .nothingSelected
  }

  // MARK: Snapshots

  /// How often files are checked, in milliseconds.
  private static let interval: Int32 = 150

  /// Waits for one interval, a key or a signal.
  private var nextEvent: KeyListener.Event {
    if interruption?.signal != nil { return .interrupted }
    guard let keys else { return isInterrupted ? .interrupted : .none }
    let event = keys.next(within: Self.interval, or: interruption?.descriptor ?? -1)
    return interruption?.signal != nil ? .interrupted : event
  }

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
    keys?.pause()
    if let filter { setenv(Self.filterVariable, filter, 1) }
    fflush(nil)
    var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    execv(executable, &arguments)
    printError("cannot start \(executable): \(String(cString: strerror(errno)))")
    for argument in arguments { free(argument) }
  }
}
