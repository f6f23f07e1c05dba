import Foundation
import MachoLocks
import MachoSystem
import MachoValues

/// A client connection: one thread reads requests; messages may be sent from any thread.
package final class Connection: Sendable {
  /// The dialect of a client, determined by its first byte.
  enum Dialect: Sendable {
    case json
    case text
  }

  /// The connection's number in the process, from 1.
  package let number: Int
  let framing: Framing
  let requests: RequestQueue
  private let limits: WireLimits
  /// Called when the descriptors are closed.
  private let onRelease: @Sendable () -> Void
  let input: Int32
  private let output: Int32
  private let outbox: Outbox
  private let reader: Lock<RequestReader>
  /// Forwards requests for shared sessions, if these live in another process.
  let sharedSessionProxy = Lock<SharedSessionProxy?>(nil)
  private let currentDialect = Lock(Dialect.json)
  private let usage = Lock(Usage())
  /// Whether the process belongs to this connection and exits with it.
  private let ownsProcess: Bool

  /// Which sides of the connection have ended.
  private struct Usage {
    /// Nothing more is read.
    var isRead = false
    /// Nothing more is written.
    var isClosed = false
    /// The descriptors are closed.
    var isReleased = false
  }

  /// Creates a connection that reads one descriptor and writes another, which may be the same. If
  /// `ownsProcess` is true, the process exits with the connection.
  package init(
    number: Int, input: Int32, output: Int32, framing: Framing, ownsProcess: Bool = false,
    limits: WireLimits = WireLimits(), onRelease: @escaping @Sendable () -> Void = {}
  ) {
    self.onRelease = onRelease
    self.number = number
    self.framing = framing
    self.limits = limits
    (self.input, self.output) = (input, output)
    requests = RequestQueue(limit: limits.requests)
    self.ownsProcess = ownsProcess
    reader = Lock(RequestReader(input, framing, limit: limits.message))
    outbox = Outbox(descriptor: output, limit: limits.output) { isTooSlow in
      // Readers and writers of the descriptor see the end.
      shutdown(input, Int32(SHUT_RDWR))
      guard isTooSlow else { return }
      logToStandardError("disconnected a client that does not read")
      // A pipe cannot be shut down; only the end of the process closes it.
      if ownsProcess { endProcess(1) }
    }
  }

  var dialect: Dialect { currentDialect.withLock { $0 } }

  /// The output descriptor, if nothing is queued: a crash handler may write to it.
  var directOutput: Int32? { outbox.isEmpty ? output : nil }

  // MARK: Sending

  /// Sends a message.
  func send(_ message: JSONValue) { outbox.send(framing.bytes(of: message)) }

  /// Sends lines of the text mode.
  func send(lines: String) { outbox.send(Array(lines.utf8)) }

  /// Forwards an encoded message.
  func send(written message: [UInt8]) { outbox.send(framing.framed(message)) }

  /// Forwards requests for shared sessions to the process that listens at a path.
  package func forwardSharedSessions(at path: String) {
    sharedSessionProxy.withLock { $0 = SharedSessionProxy(path: path, for: self, limits: limits) }
  }

  /// Closes the connection after all queued output is written.
  func close() {
    sharedSessionProxy.withLock { $0 }?.close()
    // A connection that shares its process must not block the others for long.
    outbox.close(timeout: ownsProcess ? 30 : 2)
    shutdown(output, Int32(SHUT_RDWR))
    if input != output { shutdown(input, Int32(SHUT_RDWR)) }
    outbox.join()
    release { $0.isClosed = true }
  }

  /// Closes the descriptors once both the reader thread and `close` have finished with them.
  private func release(_ update: (inout Usage) -> Void) {
    let isLast = usage.withLock { use in
      update(&use)
      guard use.isRead, use.isClosed, !use.isReleased else { return false }
      use.isReleased = true
      return true
    }
    guard isLast else { return }
    Foundation.close(input)
    if input != output { Foundation.close(output) }
    onRelease()
  }

  // MARK: Reading

  /// Starts reading on a new thread. Calls `onRequest` there with each request, and `onEnd` once
  /// after the last.
  package func start(
    onRequest: @escaping @Sendable (IncomingMessage) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    let thread = PosixThread { [self] in
      while true {
        while let request = nextRequest() { onRequest(request) }
        if isAtEnd { break }
        read()
      }
      onEnd()
      finishReading()
    }
    guard !thread.hasStarted else { return }
    logToStandardError("cannot start a thread for a connection: closing it")
    onEnd()
    finishReading()
  }

  /// Returns the next request that was read and needs an answer later, or `nil` if more must be
  /// read. Like the other reading functions, only the current reader may call it.
  func nextRequest() -> IncomingMessage? {
    while let incoming = reader.withLock({ $0.next() }) {
      if let request = enqueue(incoming) { return request }
    }
    return nil
  }

  /// Reads once. Blocks until there is input.
  func read() {
    let dialect = reader.withLock { reader in
      reader.read()
      return reader.dialect
    }
    currentDialect.withLock { $0 = dialect }
  }

  /// Whether all input was read.
  var isAtEnd: Bool { reader.withLock(\.isAtEnd) }

  /// Marks the reading side as finished.
  func finishReading() { release { $0.isRead = true } }

  /// Answers a cancellation at once and returns `nil`; queues any other request.
  private func enqueue(_ incoming: IncomingMessage) -> IncomingMessage? {
    switch incoming {
    case .request(let request) where ["cancel", "$/cancelRequest"].contains(request.method):
      cancel(request)
      return nil
    case .request(let request): requests.enqueue(request.id)
    case .line(let token, let text):
      if let other = TextLine.tokenToCancel(in: text) {
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
    let names = isNotified ? ["id"] : ["request", "force"]
    let name = names[0]
    let other = request.parameters.first { $0.key == name }.flatMap { RequestID($0.value) }
    if let unknown = request.parameters.first(where: { !names.contains($0.key) }),
      let id = request.id
    {
      var problem = WireError.invalidParameter(
        "'\(request.method)' has no parameter '\(unknown.key)'")
      problem.candidates = names
      return send(Response.message(id, problem))
    }
    guard let other else {
      guard let id = request.id else { return }
      return send(
        Response.message(id, WireError.invalidParameter("'\(name)' must be the id of a request")))
    }
    let result = requests.cancel(other)
    if result == .running,
      request.parameters.contains(where: { $0.key == "force" && $0.value == true })
    {
      // Only the end of the process ends an endless loop. Nothing else of it can be relied on.
      kill(getpid(), SIGKILL)
    }
    if result == .none, let proxy = sharedSessionProxy.withLock({ $0 }),
      proxy.forward(cancellation: request, of: other)
    {
      return
    }
    guard let id = request.id else { return }
    send(Response.message(id, isNotified ? [:] : ["cancelled": .string(result.rawValue)]))
  }

  /// Exits the process when the client has disconnected, even if a request still runs.
  ///
  /// A client may close its sending side and wait for responses; but if it is gone, an endless loop
  /// would run for nothing. Only for a connection that owns its process.
  func exitAfterHangup() {
    var hangup = pollfd(fd: output, events: 0, revents: 0)
    while !usage.withLock(\.isClosed) {
      if poll(&hangup, 1, 500) > 0 {
        sleep(2)
        if !usage.withLock(\.isClosed) { endProcess(0) }
      }
    }
  }
}

/// Writes a line to standard error.
func logToStandardError(_ text: String) {
  write("macho: \(text)\n", to: STDERR_FILENO)
}
