import Foundation
import MachoLocks
import MachoStreams
import MachoValues

/// One client: a thread reads what it says; what it is told may come from any thread.
package final class Connection: Sendable {
  /// In what a client speaks: its first byte says it.
  enum Dialect: Sendable {
    case json
    case text
  }

  /// Its number in the process, from 1.
  package let number: Int
  let framing: Framing
  let requests: RequestQueue
  private let limits: WireLimits
  let input: Int32
  private let output: Int32
  private let outbox: Outbox
  private let reader: Lock<RequestReader>
  /// What passes on requests about shared sessions, where these live in another process.
  let sharedSessionProxy = Lock<SharedSessionProxy?>(nil)
  private let currentDialect = Lock(Dialect.json)
  private let usage = Lock(Usage())
  /// Whether the process is this connection's own, and ends with it.
  private let ownsProcess: Bool

  /// How far the connection has ended.
  private struct Usage {
    /// Nothing more is read.
    var isRead = false
    /// Nothing more is written.
    var isClosed = false
    /// The descriptors are somebody else's by now.
    var isReleased = false
  }

  /// A client that is read from one descriptor and written to another, which may be the same. With
  /// `isAlone` the process is its own.
  package init(
    number: Int, input: Int32, output: Int32, framing: Framing, isAlone: Bool = false,
    limits: WireLimits = WireLimits()
  ) {
    self.number = number
    self.framing = framing
    self.limits = limits
    (self.input, self.output) = (input, output)
    requests = RequestQueue(limit: limits.requests)
    self.ownsProcess = isAlone
    reader = Lock(RequestReader(input, framing, limit: limits.message))
    outbox = Outbox(descriptor: output, limit: limits.output) { isTooSlow in
      // Whoever reads from it or waits to write finds it ended.
      shutdown(input, Int32(SHUT_RDWR))
      guard isTooSlow else { return }
      logToStandardError("a client that does not read was cut off")
      // A pipe cannot be shut down: the end of the process ends it.
      if isAlone { _exit(1) }
    }
  }

  var dialect: Dialect { currentDialect.withLock { $0 } }

  /// Where it is written to, if nothing waits there: a note of a crash can follow.
  var directOutput: Int32? { outbox.isEmpty ? output : nil }

  // MARK: Telling

  /// Tells a message.
  func send(_ message: JSONValue) { outbox.send(framing.bytes(of: message)) }

  /// Tells lines, in the text mode.
  func send(lines: String) { outbox.send(Array(lines.utf8)) }

  /// Passes on a message that is written already.
  func send(written message: [UInt8]) { outbox.send(framing.framed(message)) }

  /// Has shared sessions be those of the process that listens at a path.
  package func forwardSharedSessions(at path: String) {
    sharedSessionProxy.withLock { $0 = SharedSessionProxy(path: path, for: self, limits: limits) }
  }

  /// Ends the connection, when what was told has been written.
  func close() {
    sharedSessionProxy.withLock { $0 }?.close()
    // Who shares a process with others must not hold them up.
    outbox.close(patience: ownsProcess ? 30 : 2)
    shutdown(output, Int32(SHUT_RDWR))
    if input != output { shutdown(input, Int32(SHUT_RDWR)) }
    outbox.join()
    release { $0.isClosed = true }
  }

  /// Gives the descriptors back when nobody uses them any more: neither the thread that reads nor
  /// whoever ended the connection.
  private func release(_ note: (inout Usage) -> Void) {
    let isLast = usage.withLock { use in
      note(&use)
      guard use.isRead, use.isClosed, !use.isReleased else { return false }
      use.isReleased = true
      return true
    }
    guard isLast else { return }
    Foundation.close(input)
    if input != output { Foundation.close(output) }
  }

  // MARK: Reading

  /// Reads on a thread of its own. `take` is called there with each request, `end` once behind the
  /// last.
  package func start(
    take: @escaping @Sendable (IncomingMessage) -> Void, end: @escaping @Sendable () -> Void
  ) {
    let thread = PosixThread { [self] in
      while true {
        while let request = nextRequest() { take(request) }
        if isAtEnd { break }
        read()
      }
      end()
      finishReading()
    }
    guard !thread.hasStarted else { return }
    logToStandardError("no thread can be had for a connection: it ends")
    end()
    finishReading()
  }

  /// The next request of what was read, unless it was answered at once; nil when more has to be
  /// read. Like the other calls that read, only for whoever's turn it is.
  func nextRequest() -> IncomingMessage? {
    while let incoming = reader.withLock({ $0.next() }) {
      if let request = enqueue(incoming) { return request }
    }
    return nil
  }

  /// Reads once, and waits until there is something.
  func read() {
    let dialect = reader.withLock { reader in
      reader.read()
      return reader.dialect
    }
    currentDialect.withLock { $0 = dialect }
  }

  /// Whether nothing more can be read.
  var isAtEnd: Bool { reader.withLock(\.isAtEnd) }

  /// Nobody reads any more.
  func finishReading() { release { $0.isRead = true } }

  /// Answers what must not wait; else notes that the request waits.
  private func enqueue(_ incoming: IncomingMessage) -> IncomingMessage? {
    switch incoming {
    case .request(let request) where ["cancel", "$/cancelRequest"].contains(request.method):
      cancel(request)
      return nil
    case .request(let request): requests.enqueue(request.id)
    case .line(let token, let text):
      if let other = TextLine.tokenToCancel(by: text) {
        let result = requests.cancel(.text(other))
        send(lines: "\(token)^ok cancelled=\(result.rawValue)\n")
        return nil
      }
      requests.enqueue(.text(token))
    case .invalid: requests.enqueue(nil)
    }
    return incoming
  }

  private func cancel(_ request: Request) {
    let isNotified = request.method.hasPrefix("$")
    let name = isNotified ? "id" : "request"
    let other = request.parameters.first { $0.key == name }.flatMap { RequestID($0.value) }
    if let unknown = request.parameters.first(where: { $0.key != name }), let id = request.id {
      var problem = WireError.invalidParameter(
        "'\(request.method)' has no parameter '\(unknown.key)'")
      problem.candidates = [name]
      return send(Response.message(id, problem))
    }
    guard let other else {
      guard let id = request.id else { return }
      return send(
        Response.message(id, WireError.invalidParameter("'\(name)' is the id of a request")))
    }
    let result = requests.cancel(other)
    if result == .none, let relay = sharedSessionProxy.withLock({ $0 }),
      relay.forward(cancellation: request, of: other)
    {
      return
    }
    guard let id = request.id else { return }
    send(Response.message(id, isNotified ? [:] : ["cancelled": .string(result.rawValue)]))
  }

  /// Ends the process where nobody is left to hear what still runs.
  ///
  /// A client may end its side and wait for the answers; when it is gone altogether, what loops
  /// would loop for nobody. Only for the connection whose process it is.
  func exitAfterHangup() {
    var gone = pollfd(fd: output, events: 0, revents: 0)
    while !usage.withLock(\.isClosed) {
      if poll(&gone, 1, 500) > 0 {
        sleep(2)
        if !usage.withLock(\.isClosed) { _exit(0) }
      }
    }
  }
}

/// Writes a line to standard error.
func logToStandardError(_ text: String) {
  write("macho: \(text)\n", to: STDERR_FILENO)
}
