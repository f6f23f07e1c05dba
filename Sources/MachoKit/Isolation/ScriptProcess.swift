/// A process that runs one script and leads a group of its own, seen by whoever asked for it.
protocol ScriptProcess {
  /// What reads its report.
  var output: Int32 { get }
  /// What reads all that it writes for people.
  var errors: Int32 { get }
  /// What can be read once it has ended, where anything tells.
  var exitDescriptor: Int32? { get }
  /// Whether it has ended; it may not have been waited for yet.
  var hasExited: Bool { get }

  /// Ends it, and what it has started.
  func killGroup()
  /// Has the runtime answer with a backtrace; the process goes on.
  func requestBacktrace()
  /// Once it has ended: ends what it has started and returns what `waitpid` says of it; nil if
  /// that will never be known, as its server is gone.
  func reap() -> Int32?
  /// Gives back what read it.
  func close()
}

/// A script's process that is a program newly started.
struct SpawnedScript: ScriptProcess {
  private let child: SpawnedProcess

  init(_ request: ScriptRequest, environment: [String: String]) throws(SpawnedProcess.Failure) {
    child = try SpawnedProcess(
      ScriptLauncher.executable, [ChildCommand.name, "--"] + request.words,
      environment: environment)
  }

  var output: Int32 { child.output }
  var errors: Int32 { child.errors }
  var exitDescriptor: Int32? { nil }
  var hasExited: Bool { child.hasExited }

  func killGroup() { child.killGroup() }
  func requestBacktrace() { child.requestBacktrace() }
  func reap() -> Int32? { child.reap() }
  func close() { child.closePipes() }
}
