import Dispatch
import Foundation
import MachoLocks
import MachoSystem
import MachoValues

/// A client of the protocol: sends requests and receives events.
package final class WireClient: Sendable {
  /// Why a request has no result.
  package enum Failure: Error, Sendable {
    /// The server's error object.
    case refused(JSONValue)
    /// The connection has ended.
    case disconnected
  }

  private struct State {
    var last = 0
    var pending: [RequestID: @Sendable (Result<JSONValue, Failure>) -> Void] = [:]
    var isClosed = false
  }

  private let descriptor: Int32
  private let state = Lock(State())
  private let output = Lock(())

  /// Connects to the socket at a path. On its own thread, calls `onEvent` with the parameters of
  /// each event, and `onDisconnect` once when the server disconnects.
  package convenience init(
    path: String, onEvent: @escaping @Sendable (JSONValue) -> Void = { _ in },
    onDisconnect: @escaping @Sendable () -> Void = {}
  ) throws(SocketPath.Failure) {
    self.init(try connectSocket(path), onEvent: onEvent, onDisconnect: onDisconnect)
  }

  /// Takes over a connected socket, and closes it at the end.
  package init(
    _ descriptor: Int32, onEvent: @escaping @Sendable (JSONValue) -> Void = { _ in },
    onDisconnect: @escaping @Sendable () -> Void = {}
  ) {
    self.descriptor = descriptor
    let thread = PosixThread { [self] in
      readMessages(onEvent)
      onDisconnect()
    }
    guard !thread.hasStarted else { return }
    // Without the thread no response would be read.
    state.withLock { $0.isClosed = true }
    onDisconnect()
  }

  deinit { close(descriptor) }

  /// Sends a request and returns its ID. Calls `completion` on the reader thread with the response.
  @discardableResult
  package func send(
    _ method: String, _ parameters: [JSONValue.Member],
    completion: @escaping @Sendable (Result<JSONValue, Failure>) -> Void
  ) -> RequestID {
    let (id, isClosed) = state.withLock { state in
      state.last += 1
      let id = RequestID.number(JSONNumber(state.last))
      if !state.isClosed { state.pending[id] = completion }
      return (id, state.isClosed)
    }
    guard !isClosed else {
      completion(.failure(.disconnected))
      return id
    }
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": .object(parameters),
    ]
    // If the write fails, the reader thread sees the disconnect.
    output.withLock { _ in write(message.text + "\n", to: descriptor) }
    return id
  }

  /// Sends a request and waits for the response.
  package func call(
    _ method: String, _ parameters: [JSONValue.Member] = []
  ) throws(Failure) -> JSONValue {
    let done = DispatchSemaphore(value: 0)
    let result = Lock<Result<JSONValue, Failure>>(.failure(.disconnected))
    send(method, parameters) { response in
      result.withLock { $0 = response }
      done.signal()
    }
    done.wait()
    return try result.withLock { $0 }.get()
  }

  /// Asks the server to cancel a request.
  package func cancel(_ id: RequestID) {
    send("cancel", [.init("request", id.json)]) { _ in }
  }

  /// Ends the connection. Requests without a response fail.
  package func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func readMessages(_ onEvent: (JSONValue) -> Void) {
    LineSplitter.readAll(from: descriptor) { handle($0, onEvent) }
    let completions = state.withLock { state in
      state.isClosed = true
      defer { state.pending = [:] }
      return state.pending.values
    }
    for completion in completions { completion(.failure(.disconnected)) }
  }

  private func handle(_ line: String, _ onEvent: (JSONValue) -> Void) {
    guard let message = try? JSONValue(parsing: line) else { return }
    if message["method"]?.string == "event", let parameters = message["params"] {
      return onEvent(parameters)
    }
    // An error without an ID cannot be matched to a request, so all pending requests fail.
    if let error = message["error"], message["id"]?.isNull ?? true {
      let completions = state.withLock { state in
        defer { state.pending = [:] }
        return state.pending.values
      }
      for completion in completions { completion(.failure(.refused(error))) }
      return
    }
    guard let id = message["id"].flatMap(RequestID.init),
      let completion = state.withLock({ $0.pending.removeValue(forKey: id) })
    else { return }
    if let result = message["result"] { return completion(.success(result)) }
    completion(.failure(message["error"].map(Failure.refused) ?? .disconnected))
  }
}
