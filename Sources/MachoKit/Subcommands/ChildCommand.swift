import ArgumentParser
import Foundation
import MachoSystem

/// The child side of `SpawnedScript`: runs one script and writes the report to standard output.
struct ChildCommand: ParsableCommand {
  static let name = "run-in-child"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  /// The words of a `ScriptRequest`.
  @Argument(parsing: .postTerminator) var words: [String]

  func run() throws {
    guard let request = ScriptRequest(words: words) else { throw ExitStatus.usage }
    // Keeps the report free of what a feature prints; processes that it starts do not inherit it.
    let report = duplicateHigh(STDOUT_FILENO)
    guard report >= 0 else { throw ExitStatus.usage }
    request.run(
      Catalog.all, environment: ProcessInfo.processInfo.environment, report: report)
  }
}
