import Dispatch
import MachoLocks
import MachoSystem
import MachoValues
import MachoWire

/// Serves one client: reads its messages, answers short requests at once, and runs tools on other
/// threads.
package final class MCPServer: Sendable {
  private struct State {
    /// The revision that `initialize` has negotiated.
    var version: String?
    var calls: [RequestID: CallCancellation] = [:]
  }

  private let agent: Agent
  private let input: Int32
  private let output: MCPOutput
  private let state = Lock(State())
  private let unfinished = DispatchGroup()
  /// The maximal size of a message in bytes.
  private static let messageLimit = 16 << 20

  /// Creates a server for the client that writes to `input` and reads from `output`.
  package init(_ host: AgentHost, input: Int32, output: Int32) {
    agent = Agent(host)
    self.input = input
    self.output = MCPOutput(output)
  }

  /// Serves until the end of the input, and until all requests are answered.
  package func run() {
    var splitter = LineSplitter(limit: Self.messageLimit)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isAtEnd = false
    while !isAtEnd {
      switch ReadResult.next(from: input, into: &buffer) {
      case .bytes(let bytes): splitter.append(bytes)
      case .noData: continue
      case .end, .failed: isAtEnd = true
      }
      while let line = splitter.next(atEnd: isAtEnd) { handle(line) }
    }
    unfinished.wait()
    agent.closeAll()
  }

  // MARK: Messages

  private func handle(_ line: LineSplitter.Line) {
    switch line {
    case .text(let text) where text.allSatisfy(\.isWhitespace): return
    case .text(let text): handle(MCPMessage(parsing: text))
    case .unreadable(let error):
      let reason =
        switch error {
        case .tooLong(let limit): "the message is longer than \(limit) bytes; it was skipped"
        case .invalidUTF8(let offset): "the message is not UTF-8: byte \(offset + 1) is invalid"
        case .failed: "the input cannot be read"
        }
      handle(.invalid(nil, MCPError(.parseError, reason)))
    }
  }

  private func handle(_ message: MCPMessage) {
    guard case .batch(let messages) = message else {
      return handle(message) { [output] in if let response = $0 { output.send(response) } }
    }
    guard state.withLock(\.version) == MCPVersion.withBatches else {
      let error = MCPError(
        .invalidRequest, "batches are only part of revision \(MCPVersion.withBatches)")
      return handle(.invalid(nil, error))
    }
    let batch = MCPBatch(messages.count, output)
    for message in messages { handle(message) { batch.add($0) } }
  }

  private func handle(_ message: MCPMessage, reply: @escaping @Sendable (JSONValue?) -> Void) {
    switch message {
    case .request(let request): handle(request, reply: reply)
    case .notification(let method, let parameters):
      if method == "notifications/cancelled" {
        let id = parameters["requestId"].flatMap(RequestID.init)
        let call = id.flatMap { id in state.withLock { $0.calls[id] } }
        call?.cancel()
      }
      reply(nil)
    case .invalid(let id, let error): reply(MCPOutput.response(id, .failure(error)))
    case .response, .batch: reply(nil)
    }
  }

  private func handle(_ request: MCPRequest, reply: @escaping @Sendable (JSONValue?) -> Void) {
    let id = request.id
    do throws(MCPError) {
      let era = try MCPEra(of: request)
      let cacheable = MCPMethods.cacheTimes[request.method]
      let finish: @Sendable (JSONValue) -> JSONValue = { result in
        MCPOutput.response(
          id, .success(era == .stateless ? MCPMethods.stateless(result, cacheable) : result))
      }
      switch request.method {
      case "initialize":
        let version = MCPVersion.negotiated(for: try request.text("protocolVersion"))
        state.withLock { $0.version = version }
        reply(finish(MCPMethods.initializeResult(version, agent.host)))
      case "ping": reply(finish([:]))
      case "server/discover": reply(finish(MCPMethods.discoverResult(agent.host)))
      case let method where !MCPMethods.names.contains(method):
        throw MCPError.unknown("method", method, among: MCPMethods.names, .methodNotFound)
      case _ where era == .handshake && state.withLock({ $0.version == nil }):
        throw MCPError(
          .invalidRequest,
          "send 'initialize' first, or state '\(MCPMetaKey.version)' in 'params._meta'")
      case "tools/call":
        try start(request) { reply($0.map(finish)) }
      default: reply(finish(try MCPMethods.result(of: request, agent, era)))
      }
    } catch {
      reply(MCPOutput.response(id, .failure(error)))
    }
  }

  /// Starts a tool. Calls `reply` with its result, or with `nil` if the client has cancelled the
  /// request.
  private func start(
    _ request: MCPRequest, reply: @escaping @Sendable (JSONValue?) -> Void
  ) throws(MCPError) {
    let name = try request.text("name")
    guard let tool = AgentTool.named(name) else {
      throw MCPError.unknown("tool", name, among: AgentTool.all.map(\.name))
    }
    let arguments = request.parameters["arguments"] ?? [:]
    guard let members = arguments.object else {
      throw MCPError(.invalidParameters, "'params.arguments' must be an object")
    }
    let cancellation = CallCancellation()
    let isNew = state.withLock { state in
      guard state.calls[request.id] == nil else { return false }
      state.calls[request.id] = cancellation
      return true
    }
    guard isNew else {
      throw MCPError(.invalidRequest, "another request with this 'id' is in progress")
    }
    unfinished.enter()
    agent.start(tool, members, cancellation) { [self] result in
      _ = state.withLock { $0.calls.removeValue(forKey: request.id) }
      // Not `nil`, which would be a JSON null.
      reply(cancellation.isCancelled ? Optional.none : .some(result.json))
      unfinished.leave()
    }
  }
}
