import ArgumentParser
import CMachoKit
import Foundation
import MachoSessions
import MachoSystem

/// One side of a comparison: reads requests from standard input and writes answers to standard output.
struct CompareChildCommand: ParsableCommand {
  static let name = "compare-in-child"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  /// The process whose end ends this one.
  @Argument var parent: Int32

  func run() throws {
    // Keeps the answers free of what a feature prints.
    let report = duplicateHigh(STDOUT_FILENO)
    guard report >= 0 else { throw ExitStatus.usage }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    #if MACHO_LINUX
      guard cmachokit_end_with_parent(parent) != 0 else { _exit(1) }
    #endif
    CrashSignalHandler.install(report: report)
    ignoreBrokenPipes()
    var task = ComparisonTask { MachoSystem.write($0.text, to: report) }
    let decoder = JSONDecoder()
    while let line = readLine() {
      guard let request = try? decoder.decode(ComparisonRequest.self, from: Data(line.utf8)) else {
        _exit(ExitStatus.usage.rawValue)
      }
      do throws(Diagnostic) {
        try task.perform(request)
      } catch {
        task.answer(.rejected(ExplorationError(error)))
      }
    }
    // A feature may have registered code that runs at the exit, or other threads.
    _exit(0)
  }
}
