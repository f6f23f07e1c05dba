import Foundation
import MachoEditors

extension EditorHost {
  /// The host of this driver.
  static var driver: EditorHost {
    let executable = ScriptLauncher.executable
    return EditorHost(
      executable: executable,
      executableStamp: {
        let stamp = FileStamp.read(executable)
        return stamp == .absent ? nil : stamp.hashValue
      },
      launch: { try launch($0) },
      describeExit: { describe(status: $0, errors: $1) },
      report: { printError("macho: \($0)") })
  }

  private static func launch(_ role: ChildRole) throws -> ChildConnection {
    SpawnedProcess.resetChildSignal()
    var environment = ProcessInfo.processInfo.environment
    // PERFORMANCE: a backtrace takes seconds, and the trap's message names the source line.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let (process, socket) = try SpawnedProcess.connect(
      [EditorChildCommand.name, role.rawValue], environment: environment, errors: .pipe)
    return ChildConnection(
      socket: socket, errors: process.errors,
      terminate: {
        process.killGroup()
        return process.reap()
      })
  }

  /// Describes the end of a child process from its `waitpid` status and standard error.
  private static func describe(status: Int32, errors: String) -> ProcessEnd {
    let signal = status & 0x7F
    let reason =
      signal == 0
      ? "exited with status \((status >> 8) & 0xFF)"
      : "crashed by signal \(signal) (\(String(cString: strsignal(signal))))"
    return ProcessEnd(reason: reason, details: CrashSummary(errors).lines)
  }
}
