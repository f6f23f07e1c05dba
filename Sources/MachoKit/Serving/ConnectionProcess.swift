import Foundation
import MachoLocks
import MachoScripting
import MachoStreams
import MachoTerminal
import MachoWire

/// A process that owns sessions: those of the client on its standard streams, or those that the
/// clients of a server share.
struct ConnectionProcess {
  let framing: Framing
  let allowed: [String]
  let redactor: Redactor
  /// The path of the server that started it, if one did.
  let serverPath: String?

  /// Serves the client on standard input and output, until it is gone.
  func serve() {
    if serverPath != nil { closeInheritedDescriptors() }
    // What features print goes to standard error, and what they read is nothing.
    let output = redirectStandardOutput()
    let input = redirectStandardInput()
    let connection = Connection(
      number: 1, input: input, output: output, framing: framing, isAlone: true)
    if let serverPath {
      exitWithServer()
      limitMemory()
      connection.forwardSharedSessions(at: serverPath + ".shared")
    }
    makeHost(output: output).serve(connection)
  }

  /// Serves all connections to the socket that standard input is, until the server ends.
  func serveSharedSessions() {
    closeInheritedDescriptors()
    let listening = redirectStandardInput()
    exitWithServer()
    limitMemory()
    let host = makeHost(output: STDOUT_FILENO)
    let numbers = Counter()
    SocketListener(listening: listening).start(
      accept: { [mailbox = host.mailbox] descriptor in
        mailbox.post(
          .connected(
            Connection(
              number: numbers.next(), input: descriptor, output: descriptor, framing: .lines)))
      },
      end: { [mailbox = host.mailbox] _ in mailbox.post(.stop) })
    host.run()
  }

  private func makeHost(output: Int32) -> WireHost {
    CrashBreadcrumb.install(output: output)
    CrashBreadcrumb.reportAtExit()
    return WireHost(
      catalog: Catalog.all, allowed: allowed, redactor: redactor,
      environment: ProcessInfo.processInfo.environment
    ) { note in
      guard let note else { return CrashBreadcrumb.set(errors: "") }
      CrashBreadcrumb.set(
        output: note.response, to: note.output,
        errors:
          "macho: the process crashed at this line:  \(CrashBreadcrumb.excerpt(of: note.line))\n")
    }
  }

  /// Closes what came from the server by accident: between a socket's making and its mark another
  /// thread may have started this process.
  private func closeInheritedDescriptors() {
    for descriptor in ChildSocket.lifeline + 1..<1_024 { close(descriptor) }
  }

  /// Has what a client makes grow end with its own process, and not with another of the system's
  /// choice.
  private func limitMemory() {
    var limit = rlimit()
    guard getrlimit(MemoryLimit.resource, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, MemoryLimit.bytes)
    setrlimit(MemoryLimit.resource, &limit)
  }

  /// Ends the process when the server does, however that ends.
  private func exitWithServer() {
    let thread = PosixThread {
      var byte: UInt8 = 0
      while read(ChildSocket.lifeline, &byte, 1) < 0, errno == EINTR {}
      _exit(0)
    }
    guard thread.hasStarted else {
      printError("macho: no thread can be had to end with the server: this process ends now")
      _exit(1)
    }
  }
}

/// How much a connection's process may take.
private enum MemoryLimit {
  static let bytes: rlim_t = 4 << 30
  #if canImport(Darwin)
    static let resource = RLIMIT_AS
  #else
    static let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
  #endif
}

/// Numbers from 1.
private final class Counter: Sendable {
  private let last = Lock(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
