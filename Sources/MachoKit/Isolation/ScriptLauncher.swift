import Foundation
import MachoSystem

/// Launches the processes of scripts: forked by a fork server if possible, else spawned.
final class ScriptLauncher: Sendable {
  /// The running executable, or the file that has replaced it.
  static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

  private let environment: [String: String]
  #if MACHO_LINUX
    /// One server for the first run of each script and one for the second run of an update. The
    /// order of a set's elements differs between servers, as between programs, but not between
    /// children of one server.
    private let forkServers: [ForkServerClient]
  #endif

  /// Prepares the environment; starts nothing yet.
  ///
  /// - Parameter explainsCrashes: Whether the runtime prints a backtrace at a crash.
  ///   `SWIFT_BACKTRACE` takes precedence if it is set.
  init(explainsCrashes: Bool, interruption: InterruptSignal?) {
    var environment = ProcessInfo.processInfo.environment
    if explainsCrashes {
      environment = Self.withBacktraces(environment)
    } else {
      environment["SWIFT_BACKTRACE"] = "enable=no"
    }
    self.environment = environment
    #if MACHO_LINUX
      forkServers = [0, 1].map { [environment] _ in
        ForkServerClient(environment: environment, interruption: interruption)
      }
    #endif
  }

  /// Returns an environment in which the runtime prints a backtrace at a crash, unless
  /// `SWIFT_BACKTRACE` is set. Only Linux's runtime does that for every program.
  static func withBacktraces(_ environment: [String: String]) -> [String: String] {
    #if MACHO_LINUX
      let settings =
        "enable=yes,color=no,interactive=no,output-to=stderr,threads=crashed,images=none,"
        + "registers=none,limit=64,top=16"
    #else
      let settings = "enable=no"
    #endif
    return environment.merging(["SWIFT_BACKTRACE": settings]) { own, _ in own }
  }

  /// Runs the program again if the runtime would not print a backtrace at a crash. It reads these
  /// settings when a program starts.
  static func enableBacktraces() {
    let environment = ProcessInfo.processInfo.environment
    guard environment["SWIFT_BACKTRACE"] == nil else { return }
    ProcessRestart.execute(executable, CommandLine.arguments, withBacktraces(environment))
  }

  /// Starts the first fork server in the background.
  func prepare() {
    #if MACHO_LINUX
      forkServers[0].start()
    #endif
  }

  /// Starts a process. `run` counts the runs of this script from 0.
  func start(_ request: ScriptRequest, run: Int) throws(SpawnedProcess.Failure) -> any ScriptProcess
  {
    #if MACHO_LINUX
      if let script = forkServers[min(run, 1)].fork(request) { return script }
    #endif
    return try SpawnedProcess(
      [ChildCommand.name, "--"] + request.words, environment: environment)
  }

  /// Stops the fork servers.
  func stop() {
    #if MACHO_LINUX
      for server in forkServers { server.stop() }
    #endif
  }
}
