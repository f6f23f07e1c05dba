import ArgumentParser
import Foundation

/// The other side of `SpawnedScript`: runs one script and reports on what was standard output.
struct ChildCommand: ParsableCommand {
  static let name = "run-in-child"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  /// A `ScriptRequest`.
  @Argument(parsing: .postTerminator) var words: [String]

  func run() throws {
    guard let request = ScriptRequest(words: words) else { throw ExitStatus.usage }
    // What a feature prints must not get into the report, and no process that it starts gets it.
    let report = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)
    request.run(
      Catalog.all, environment: ProcessInfo.processInfo.environment, report: report)
  }
}
