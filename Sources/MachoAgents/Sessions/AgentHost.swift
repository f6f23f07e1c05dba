import Foundation
import MachoWire

/// What the tools need from the process that serves them.
package struct AgentHost: Sendable {
  /// The output of a subcommand.
  package struct CommandResult: Sendable {
    /// The exit status. `nil` if it was killed, by a signal, the limit or a cancellation.
    package var status: Int32?
    package var output: String
    package var errors: String

    /// Creates a result.
    package init(status: Int32?, output: String, errors: String) {
      self.status = status
      self.output = output
      self.errors = errors
    }
  }

  /// Why a session's process cannot be reached.
  package struct Failure: Error, Sendable {
    package var message: String

    /// Creates a failure.
    package init(_ message: String) { self.message = message }
  }

  /// Whether the user allows the context `live`.
  package var allowsLive: Bool
  /// Whether sessions run on a server, where they can be shared.
  package var isConnected: Bool
  /// The only directory in which scripts are listed and written.
  package var workingDirectory: String
  /// How long a line may run.
  package var lineLimit: Duration
  /// The subcommands of this executable.
  package var subcommands: [String]
  /// Identifies the build of the driver that `connect` starts. Changes when the driver is rebuilt.
  package var build: @Sendable () -> String
  /// Starts a process that runs features, or connects to one.
  package var connect: @Sendable () throws(Failure) -> AgentConnection
  /// Runs a subcommand of this executable in the working directory.
  package var runCommand:
    @Sendable ([String], Duration, CallCancellation) throws(Failure) -> CommandResult

  /// Creates a host.
  package init(
    allowsLive: Bool, isConnected: Bool, workingDirectory: String, lineLimit: Duration,
    subcommands: [String], build: @escaping @Sendable () -> String,
    connect: @escaping @Sendable () throws(Failure) -> AgentConnection,
    runCommand:
      @escaping @Sendable ([String], Duration, CallCancellation) throws(Failure) ->
      CommandResult
  ) {
    self.allowsLive = allowsLive
    self.isConnected = isConnected
    self.workingDirectory = workingDirectory
    self.lineLimit = lineLimit
    self.subcommands = subcommands
    self.build = build
    self.connect = connect
    self.runCommand = runCommand
  }
}

/// A connection to a process that runs features.
package final class AgentConnection: Sendable {
  let client: WireClient
  private let end: @Sendable () -> Void

  /// Creates a connection. `end` ends the process, even if it does not read.
  package init(_ client: WireClient, end: @escaping @Sendable () -> Void) {
    self.client = client
    self.end = end
  }

  func terminate() {
    client.disconnect()
    end()
  }
}

extension AgentHost {
  /// Returns the absolute path of a path below the working directory.
  func absolutePath(_ path: String) -> String {
    URL(
      fileURLWithPath: path,
      relativeTo: URL(fileURLWithPath: workingDirectory, isDirectory: true)
    ).path
  }
}
