import Foundation
import MachoEditors
import MachoSystem

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
      launch: { try launch(executable, $0) },
      describeExit: { describe(status: $0, errors: $1) },
      report: { printError("macho: \($0)") })
  }

  private static func launch(_ executable: String, _ role: ChildRole) throws -> ChildConnection {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw SpawnedProcess.Failure("make a socket", errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    SpawnedProcess.resetChildSignal()
    var environment = ProcessInfo.processInfo.environment
    // PERFORMANCE: a backtrace takes seconds, and the trap's message names the source line.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    do {
      let process = try SpawnedProcess.spawnEditorChild(
        executable, [EditorChildCommand.name, role.rawValue], environment: environment,
        socket: ends[1])
      return ChildConnection(
        socket: ends[0], errors: process.errors,
        terminate: {
          process.killGroup()
          return process.reap()
        })
    } catch {
      close(ends[0])
      throw error
    }
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
