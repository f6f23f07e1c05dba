import Foundation
import MachoAgents
import MachoLocks
import MachoSystem

/// The run of a subcommand for an agent: collects its output, and ends it at a limit or a
/// cancellation.
final class AgentSubcommand: Sendable {
  private let process: SpawnedProcess
  /// Whether the process can still be killed: it was not reaped.
  private let isRunning = Lock(true)

  private init(_ arguments: [String]) throws(SpawnedProcess.Failure) {
    process = try SpawnedProcess(
      ScriptLauncher.executable, arguments, environment: ProcessInfo.processInfo.environment)
  }

  /// Runs a subcommand of this executable to its end.
  static func run(
    _ arguments: [String], limit: Duration, _ cancellation: CallCancellation
  ) throws(SpawnedProcess.Failure) -> AgentHost.CommandResult {
    let run = try AgentSubcommand(arguments)
    cancellation.setHandler { run.terminate() }
    defer { cancellation.setHandler(nil) }
    let texts = run.read(until: .now + limit)
    let status = run.finish()
    let hasExited = status & 0x7F == 0
    return AgentHost.CommandResult(
      status: hasExited ? (status >> 8) & 0xFF : nil, output: texts.output, errors: texts.errors)
  }

  private func terminate() {
    isRunning.withLock { if $0 { process.killGroup() } }
  }

  private func finish() -> Int32 {
    // ORDER: waits without reaping, so that `terminate` never signals another process.
    while !process.hasExited {
      var information = siginfo_t()
      _ = waitid(P_PID, id_t(process.processID), &information, WEXITED | WNOWAIT)
    }
    return isRunning.withLock { isRunning in
      isRunning = false
      defer { process.closePipes() }
      return process.reap()
    }
  }

  /// Reads both streams until they end. Kills the process at the deadline.
  private func read(
    until deadline: ContinuousClock.Instant
  ) -> (output: String, errors: String) {
    var texts: [Int32: [UInt8]] = [:]
    var open = [process.output, process.errors]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !open.isEmpty {
      let rest = ContinuousClock.now.duration(to: deadline)
      if rest <= .zero { terminate() }
      var polled = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let milliseconds = Int32(clamping: Int(rest / .milliseconds(1)) + 1)
      guard poll(&polled, nfds_t(polled.count), rest > .zero ? milliseconds : -1) > 0 else {
        continue
      }
      for entry in polled where entry.revents != 0 {
        switch ReadResult.next(from: entry.fd, into: &buffer) {
        case .bytes(let bytes): texts[entry.fd, default: []] += bytes
        case .noData: continue
        case .end, .failed: open.removeAll { $0 == entry.fd }
        }
      }
    }
    func text(_ stream: Int32) -> String {
      String(decoding: texts[stream, default: []], as: UTF8.self)
    }
    return (text(process.output), text(process.errors))
  }
}
