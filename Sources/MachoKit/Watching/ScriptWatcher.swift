import Foundation
import MachoReporting
import MachoScripting
import MachoSystem
import MachoTerminal

/// `macho test --watch`: runs scripts, and reruns what a changed file or a pressed key asks for,
/// until Ctrl-C.
struct ScriptWatcher {
  /// Returns the scripts that the command line currently selects.
  let find: () -> [SelectedScript]
  /// Runs scripts and reports their results. May write their expectations.
  let run: (_ scripts: [SelectedScript], _ updates: Bool) throws -> [ScriptResult]
  let interruption: InterruptSignal?
  private let palette: Palette
  /// `nil` unless standard input and output are terminals.
  private let keys: KeyListener?
  /// The scripts of the last run.
  private(set) var lastRun: [SelectedScript] = []
  /// A regular expression that was typed. Only scripts and cases whose name matches run.
  var filter: String?
  private let executable = ScriptLauncher.executable
  private let package = DriverPackage(
    executable: ScriptLauncher.executable,
    workingDirectory: FileManager.default.currentDirectoryPath)
  /// The latest result of each script and case.
  private(set) var results: [SelectedScript: ScriptResult] = [:]

  init(
    find: @escaping () -> [SelectedScript],
    run: @escaping ([SelectedScript], Bool) throws -> [ScriptResult],
    interruption: InterruptSignal?,
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
  var selected: [SelectedScript] {
    guard let filter, let pattern = try? UserRegex(filter) else { return find() }
    return find().filter { (try? pattern.occurs(in: $0.name)) ?? false }
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
        let paths = Set(changed)
        let scripts = selected.filter { paths.contains($0.path) }
        guard !scripts.isEmpty else { continue }
        keys?.pause()
        let names = changed.filter { path in scripts.contains { $0.path == path } }
        printError("changed: " + names.joined(separator: ", "))
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
    let count = files.count
    return "watching \(counted(count, "script"))"
      + (package.map { " and the sources of \($0.product)" } ?? "") + "; Ctrl-C exits"
  }

  mutating func runScripts(_ scripts: [SelectedScript], updates: Bool = false) throws {
    guard !scripts.isEmpty else { return }
    lastRun = scripts
    let new = try run(scripts, updates)
    for result in new {
      results[SelectedScript(path: result.path, specCase: result.specCase)] = result
    }
    // As without --watch, if Ctrl-C came before the scripts finished.
    if new.count < scripts.count { interruption?.reraise() }
  }

  /// The combined status of the selected scripts that still exist.
  private var status: ExitStatus {
    selected.compactMap { results[$0]?.exitStatus }.min() ?? .nothingSelected
  }

  // MARK: Snapshots

  /// How often files are checked, in milliseconds.
  static let interval: Int32 = 150

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

  /// The files of the selected scripts.
  private var files: [String] { Array(Set(find().map(\.path))) }

  private var snapshot: WatchSnapshot {
    WatchSnapshot(
      scripts: Self.stamps(files), reads: Self.stamps(Array(readers.keys)),
      executable: FileStamp.read(executable), sources: package?.sources ?? [:])
  }

  private static func stamps(_ paths: [String]) -> [String: FileStamp] {
    Dictionary(paths.map { ($0, FileStamp.read($0)) }, uniquingKeysWith: { first, _ in first })
  }

  private var readers: [String: Set<String>] {
    var readers: [String: Set<String>] = [:]
    for (script, result) in results {
      for file in result.reads { readers[file, default: []].insert(script.path) }
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
    // A terminal would show the escape sequences as text, because `printError` escapes them.
    for line in failure.lines { printError(line.withoutTerminalStyles) }
    printError("\(package.product) does not build; waiting for a change")
  }

  /// Replaces the process by the current driver, which starts with all scripts. Prints an error if
  /// that fails.
  private func restart() {
    keys?.pause()
    if let filter { setenv(Self.filterVariable, filter, 1) }
    fflush(nil)
    var arguments = CommandLine.arguments.map { Optional(makeCString($0)) } + [nil]
    execv(executable, &arguments)
    printError("cannot start \(executable): \(String(cString: strerror(errno)))")
    for argument in arguments { free(argument) }
  }
}
