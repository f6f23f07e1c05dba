import Foundation
import MachoLocks
import MachoSystem
import MachoWire

/// Listens at a path. Spawns a process for each client, and one for the sessions that clients
/// share.
///
/// The server itself runs no feature, so no feature can crash it.
final class SocketServer: Sendable {
  private let path: SocketPath
  private let arguments: [String]
  private let sharedArguments: [String]?
  private let framing: Framing
  private let children = Lock<[pid_t: SpawnedProcess]>([:])
  /// The connections whose process has not been reaped.
  private let connections = Lock(ConnectionCounts(WireLimits()))
  private let lifeline: (read: Int32, write: Int32)
  private let stopReason = Mailbox<String?>()

  /// Creates a server that spawns this executable with some arguments for each client, and with
  /// others for shared sessions, if there are any.
  init(
    _ path: SocketPath, framing: Framing, arguments: [String],
    sharing sharedArguments: [String]? = nil
  ) throws {
    self.path = path
    self.framing = framing
    self.arguments = arguments
    self.sharedArguments = sharedArguments
    guard let ends = makePipe() else { throw SpawnedProcess.Failure("make a pipe", errno) }
    lifeline = (ends.reading, ends.writing)
  }

  /// Creates a server that spawns `serve` for each client and for shared sessions.
  convenience init(
    _ path: SocketPath, framing: Framing, allowed: [String], redactions: [String]
  ) throws {
    let arguments =
      ["serve", "--framing", framing.rawValue, "--has-lifeline", "--connection-of", path.path]
      + allowed.flatMap { ["--allow", URL(fileURLWithPath: $0).path] }
      + redactions.flatMap { ["--redact", $0] }
    try self.init(
      path, framing: framing, arguments: arguments, sharing: arguments + ["--shares-sessions"])
  }

  /// Serves until a signal stops the process. Calls `onListening` once clients can connect.
  func run(onListening: () throws -> Void) throws {
    try path.prepareDirectory()
    try path.claim()
    SpawnedProcess.resetChildSignal()
    if let interruption = InterruptSignal.install() {
      let thread = PosixThread { [stopReason] in
        _ = waitUntilReadable(interruption.descriptor)
        stopReason.post(nil)
      }
      guard thread.hasStarted else { throw SpawnedProcess.Failure("start a thread", EAGAIN) }
    }
    defer {
      path.removeFiles()
      terminateConnections()
    }
    let shared = try sharedArguments.map { arguments in
      let listener = try SocketListener(path: path.shared)
      try startSharedSessions(arguments, listener.descriptor)
      return listener
    }
    defer { withExtendedLifetime(shared) {} }
    let listener = try SocketListener(path: path.path)
    listener.start(
      accept: { [self] in accept($0) },
      onFailure: { [stopReason] in stopReason.post("cannot accept connections: \($0)") })
    try onListening()
    if let problem = stopReason.next() { printError("macho: \(problem)") }
  }

  private func accept(_ descriptor: Int32) {
    defer { close(descriptor) }
    let client = PeerCredentials.process(descriptor)
    if let error = connections.withLock({ $0.add(of: client) }) {
      return write(framing.refusal(error), to: descriptor)
    }
    do throws(SpawnedProcess.Failure) {
      try startProcess(arguments, descriptor, named: "a connection") { [connections] in
        connections.withLock { $0.remove(of: client) }
      }
    } catch {
      connections.withLock { $0.remove(of: client) }
      printError("macho: \(error)")
    }
  }

  private func startSharedSessions(
    _ arguments: [String], _ listening: Int32
  ) throws(SpawnedProcess.Failure) {
    try startProcess(arguments, listening, named: "the shared sessions") { [self] in
      // The shared sessions are lost. Restart the process for new ones.
      try? startSharedSessions(arguments, listening)
    }
  }

  /// Spawns a process with a socket as its standard input and output, and waits for its exit on a
  /// thread.
  private func startProcess(
    _ arguments: [String], _ socket: Int32, named name: String,
    onExit: @escaping @Sendable () -> Void
  ) throws(SpawnedProcess.Failure) {
    let child = try SpawnedProcess(
      arguments, environment: ScriptLauncher.withBacktraces(ProcessInfo.processInfo.environment),
      input: .descriptor(socket), output: .descriptor(socket), errors: .descriptor(STDERR_FILENO),
      lifeline: lifeline.read)
    children.withLock { $0[child.processID] = child }
    try child.reapInBackground { [self] status in
      // A process that the server killed is not reported.
      guard children.withLock({ $0.removeValue(forKey: child.processID) }) != nil else { return }
      onExit()
      let signal = status & 0x7F
      guard signal != 0 else { return }
      printError(
        "macho: the process of \(name) was terminated by \(IsolatedScriptRun.name(ofSignal: signal))"
      )
    }
  }

  /// Kills the processes of all connections.
  private func terminateConnections() {
    children.withLock { children in
      for child in children.values { child.killGroup() }
      children = [:]
    }
  }
}
