import Foundation
import MachoAgents
import MachoWire

/// The processes that an agent's host starts.
extension AgentHost {
  /// Spawns a process of `macho serve` for the session of an agent, and connects to it. It ends with this
  /// process.
  static func connect(
    _ arguments: [String], lifeline: Int32
  ) throws(SpawnedProcess.Failure) -> AgentConnection {
    let (process, socket) = try SpawnedProcess.connect(arguments, lifeline: lifeline)
    do throws(SpawnedProcess.Failure) { try process.reapInBackground() } catch {
      close(socket)
      throw error
    }
    return AgentConnection(WireClient(socket)) { process.killGroup() }
  }

  /// Runs a subcommand of this executable to its end, a limit or a cancellation. Collects its output.
  static func run(
    _ arguments: [String], limit: Duration, _ cancellation: CallCancellation
  ) throws(SpawnedProcess.Failure) -> CommandResult {
    let process = try SpawnedProcess(arguments)
    defer { process.close() }
    cancellation.setHandler { process.killGroup() }
    defer { cancellation.setHandler(nil) }
    var reader = PipeReader(process)
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    var deadline: ContinuousClock.Instant? = .now + limit
    while !reader.hasEnded {
      if let end = deadline, .now >= end {
        process.killGroup()
        deadline = nil
      }
      _ = reader.read(until: deadline) { bytes, isError in
        if isError { errors += bytes } else { output += bytes }
      }
    }
    let status = process.reap()
    return CommandResult(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil,
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
