import Foundation
import MachoLocks
import MachoScripting
import MachoSystem
import MachoWire

/// A process that owns sessions: those of the client on its standard streams, or the sessions that
/// clients of a server share.
struct ConnectionProcess {
  let framing: Framing
  let allowed: [String]
  let redactor: Redactor
  /// The socket path of the server that spawned this process, if any.
  let serverPath: String?

  /// Serves the client on standard input and output until it disconnects.
  func serve() {
    if serverPath != nil { closeInheritedDescriptors() }
    // Features print to standard error and read an empty input.
    let output = redirectStandardOutput()
    let input = redirectStandardInput()
    let connection = Connection(
      number: 1, input: input, output: output, framing: framing, ownsProcess: true)
    if let serverPath {
      exitWithServer()
      limitMemory()
      connection.forwardSharedSessions(at: serverPath + ".shared")
    }
    makeHost().serve(connection)
  }

  /// Serves all connections to the listening socket on standard input, until the server exits.
  func serveSharedSessions() {
    closeInheritedDescriptors()
    let listening = redirectStandardInput()
    exitWithServer()
    limitMemory()
    let host = makeHost()
    let numbers = Counter()
    SocketListener(listening: listening).start(
      accept: { [mailbox = host.mailbox] descriptor in
        mailbox.post(
          .connected(
            Connection(
              number: numbers.next(), input: descriptor, output: descriptor, framing: .lines)))
      },
      onFailure: { [mailbox = host.mailbox] _ in mailbox.post(.stop) })
    host.run()
  }

  private func makeHost() -> WireHost {
    let responder = CrashResponder()
    return WireHost(
      catalog: Catalog.all, allowed: allowed, redactor: redactor,
      environment: ProcessInfo.processInfo.environment
    ) { responder?.prepare($0) }
  }

  /// Closes descriptors inherited by accident: the server may have spawned this process between
  /// creating a descriptor and marking it close-on-exec.
  private func closeInheritedDescriptors() {
    for descriptor in ChildSocket.lifeline + 1..<1_024 { close(descriptor) }
  }

  /// Limits the process's memory, so that a client that exhausts it ends its own process and not
  /// one of the system's choice.
  private func limitMemory() {
    var limit = rlimit()
    guard getrlimit(MemoryLimit.resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, MemoryLimit.bytes)
    setrlimit(MemoryLimit.resource, &limit)
  }

  /// Terminates the process when the server exits for any reason.
  private func exitWithServer() {
    let thread = PosixThread {
      var byte: UInt8 = 0
      while read(ChildSocket.lifeline, &byte, 1) < 0, errno == EINTR {}
      _exit(0)
    }
    guard thread.hasStarted else {
      printError("macho: cannot start a thread that watches the server: exiting")
      _exit(1)
    }
  }
}

/// The address space that a connection's process may use.
private enum MemoryLimit {
  static let bytes: rlim_t = 4 << 30
  #if canImport(Darwin)
    static let resource = RLIMIT_AS
  #else
    static let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #endif
}

/// Counts from 1.
private final class Counter: Sendable {
  private let last = Lock(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
