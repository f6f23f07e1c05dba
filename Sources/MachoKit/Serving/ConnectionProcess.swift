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
  /// Whether the process ends with the one that spawned it.
  let hasLifeline: Bool
  /// The socket path of the server that spawned this process, if any.
  let serverPath: String?

  /// Serves the client on standard input and output until it disconnects.
  func serve() {
    if hasLifeline { ChildSocket.closeInheritedDescriptors() }
    // Features print to standard error and read an empty input.
    let output = StandardOutput.reserve()
    let input = redirectStandardInput()
    let connection = Connection(
      number: 1, input: input, output: output, framing: framing, ownsProcess: true)
    if hasLifeline {
      ChildSocket.exitWithParent()
      limitMemory()
    }
    if let serverPath {
      connection.forwardSharedSessions(at: serverPath + ".shared")
    }
    makeHost().serve(connection)
  }

  /// Serves all connections to the listening socket on standard input, until the server exits.
  func serveSharedSessions() {
    ChildSocket.closeInheritedDescriptors()
    let listening = redirectStandardInput()
    ChildSocket.exitWithParent()
    limitMemory()
    let host = makeHost()
    let numbers = Counter()
    let counts = Lock(ConnectionCounts(WireLimits()))
    SocketListener(listening: listening).start(
      accept: { [mailbox = host.mailbox] descriptor in
        let client = PeerCredentials.process(descriptor)
        if let error = counts.withLock({ $0.add(of: client) }) {
          write(Framing.lines.refusal(error), to: descriptor)
          close(descriptor)
          return
        }
        mailbox.post(
          .connected(
            Connection(
              number: numbers.next(), input: descriptor, output: descriptor, framing: .lines,
              onRelease: { counts.withLock { $0.remove(of: client) } })))
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

  /// Limits the process's memory, so that a client that exhausts it ends its own process and not
  /// one of the system's choice.
  private func limitMemory() { ResourceLimit.memory.lower(to: 4 << 30) }
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
