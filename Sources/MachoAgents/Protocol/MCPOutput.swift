import MachoLocks
import MachoSystem
import MachoValues
import MachoWire

/// The only writer of the client's stream: each message is one line, whatever thread sends it.
final class MCPOutput: Sendable {
  private let descriptor: Int32
  private let isWriting = Lock(())

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func send(_ message: JSONValue) {
    let line = message.text + "\n"
    let error = isWriting.withLock { _ in tryWriting(line, to: descriptor) }
    if error != 0 { StandardOutput.recordFailure(error, of: descriptor) }
  }

  static func response(_ id: RequestID?, _ result: Result<JSONValue, MCPError>) -> JSONValue {
    let member: JSONValue.Member =
      switch result {
      case .success(let value): .init("result", value)
      case .failure(let error): .init("error", error.json)
      }
    return .object([.init("jsonrpc", "2.0"), .init("id", id?.json ?? .null), member])
  }
}

/// Collects the responses of a batch and sends them as one message.
final class MCPBatch: Sendable {
  private struct State {
    var missing: Int
    var responses: [JSONValue] = []
  }

  private let output: MCPOutput
  private let state: Lock<State>

  /// Creates the batch of a number of messages that are answered or dropped.
  init(_ count: Int, _ output: MCPOutput) {
    self.output = output
    state = Lock(State(missing: count))
  }

  /// Adds the response of a message. `nil` for a message without one.
  func add(_ response: JSONValue?) {
    let responses = state.withLock { state in
      state.missing -= 1
      if let response { state.responses.append(response) }
      return state.missing == 0 ? state.responses : []
    }
    if !responses.isEmpty { output.send(.array(responses)) }
  }
}
