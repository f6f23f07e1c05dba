import Foundation
import MachoAgents
import MachoSystem
import MachoWire

extension AgentHost {
  /// Returns the host of this process. Sessions run on the server at a path, or in processes of
  /// their own.
  static func make(
    server: String?, allowsLive: Bool, lineLimit: Duration, redactions: [String]
  ) throws -> AgentHost {
    guard let lifeline = makePipe() else { throw SpawnedProcess.Failure("make a pipe", errno) }
    let arguments =
      ["serve", "--has-lifeline"] + redactions.flatMap { ["--redact", $0] }
    return AgentHost(
      allowsLive: allowsLive, isConnected: server != nil,
      workingDirectory: FileManager.default.currentDirectoryPath, lineLimit: lineLimit,
      subcommands: MachoCommand.configuration.subcommands.map { $0._commandName },
      build: {
        // A server runs the driver that it was started from, even after a rebuild.
        server == nil ? "\(FileStamp.read(ScriptLauncher.executable))" : ""
      },
      connect: { () throws(Failure) in
        do {
          guard let server else {
            return try AgentHost.connect(arguments, lifeline: lifeline.reading)
          }
          return AgentConnection(try WireClient(path: server)) {}
        } catch { throw Failure("\(error)") }
      },
      runCommand: { arguments, limit, cancellation throws(Failure) in
        do throws(SpawnedProcess.Failure) {
          return try AgentHost.run(arguments, limit: limit, cancellation)
        } catch { throw Failure("\(error)") }
      })
  }
}
