/// A process that runs one script and leads its own process group.
protocol ScriptProcess {
  /// The read end of its report pipe.
  var output: Int32 { get }
  /// The read end of its standard error.
  var errors: Int32 { get }
  /// A descriptor that is readable once the process has exited, or `nil` if there is none.
  var exitDescriptor: Int32? { get }
  /// Whether the process has exited. It may not have been waited for.
  var hasExited: Bool { get }

  /// Kills the process and its group.
  func killGroup()
  /// Makes the runtime print a backtrace. The process continues.
  func requestBacktrace()
  /// Kills the rest of the group and returns the `waitpid` status, once the process has exited.
  /// Returns `nil` if the status is lost because the fork server is gone.
  func reap() -> Int32?
  /// Closes the descriptors.
  func close()
}

/// A script's process, spawned as a new program.
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
