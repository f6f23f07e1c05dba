/// Notices that the driver of this process was rebuilt, as `macho test --watch` does.
struct DriverWatch {
  /// How long a file must stay the same to count as complete.
  static let interval = Duration.milliseconds(ScriptWatcher.interval)

  private let path: String
  private let running: FileStamp
  private var plan: WatchPlan
  /// Whether the last look has found another file, which may still be being written.
  private(set) var isChanging = false

  /// Creates a watch of the running executable.
  ///
  /// - Parameter path: Another file, for tests.
  init(path: String = ScriptLauncher.executable) {
    self.path = path
    running = FileStamp.read(path)
    plan = WatchPlan(WatchSnapshot(executable: running))
  }

  /// Whether the executable is another one than at the start.
  var isRebuilt: Bool { FileStamp.read(path) != running }

  /// Looks at the executable. Returns whether it was rebuilt since the last time that this returned
  /// `true`, and was the same at the last look. Looks should be an interval apart.
  mutating func findsNewDriver() -> Bool {
    let now = WatchSnapshot(executable: FileStamp.read(path))
    let isNew = plan.nextOperation(now, readers: [:]) == .restart
    isChanging = now.executable != plan.executable
    return isNew
  }
}
