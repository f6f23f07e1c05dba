import Foundation

/// Starts the processes of scripts: copies of a server's where it can make some, and else programs
/// of their own.
final class ScriptLauncher: Sendable {
  /// The running executable, or what has taken its place.
  static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

  private let environment: [String: String]
  #if os(Linux)
    /// One for the first runs of scripts, and one for the second runs that an update asks for: the
    /// order of a set's elements differs from server to server, as it does from program to program,
    /// but not from copy to copy.
    private let forkServers: [ForkServerClient]
  #endif

  /// Prepares; nothing is started yet.
  ///
  /// - Parameter explainsCrashes: Whether the runtime is to answer a crash with a backtrace, unless
  ///   somebody has set what it does.
  init(explainsCrashes: Bool, interruption: InterruptSignal?) {
    var environment = ProcessInfo.processInfo.environment
    if !explainsCrashes {
      environment["SWIFT_BACKTRACE"] = "enable=no"
    } else if environment["SWIFT_BACKTRACE"] == nil {
      environment["SWIFT_BACKTRACE"] =
        "enable=yes,color=no,interactive=no,output-to=stderr,threads=crashed,images=none,"
        + "registers=none,limit=64,top=16"
    }
    self.environment = environment
    #if os(Linux)
      forkServers = [0, 1].map { [environment] _ in
        ForkServerClient(environment: environment, interruption: interruption)
      }
    #endif
  }

  /// Begins what will be needed, where that takes time.
  func prepare() {
    #if os(Linux)
      forkServers[0].start()
    #endif
  }

  /// Starts a process; `run` says for the how manieth time this script is run, counted from 0.
  func start(_ request: ScriptRequest, run: Int) throws(SpawnedProcess.Failure) -> any ScriptProcess
  {
    #if os(Linux)
      if let script = forkServers[min(run, 1)].fork(request) { return script }
    #endif
    return try SpawnedScript(request, environment: environment)
  }

  /// Ends what was begun.
  func stop() {
    #if os(Linux)
      for server in forkServers { server.stop() }
    #endif
  }
}
