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
  func finalStatus() -> Int32?
  /// Closes the descriptors.
  func close()
}

/// A script's process, spawned as a new program.
extension SpawnedProcess: ScriptProcess {
  var exitDescriptor: Int32? { nil }
  func finalStatus() -> Int32? { reap() }
}
