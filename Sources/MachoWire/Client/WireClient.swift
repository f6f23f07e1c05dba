import Dispatch
import Foundation
import MachoLocks
import MachoStreams
import MachoValues

/// The other side of the protocol: asks a server, and hears its events.
package final class WireClient: Sendable {
  /// Why there is no result.
  package enum Failure: Error, Sendable {
    /// The server says no: its error, as it stands in the response.
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

  /// Connects to the socket at a path. `hear` is called on a thread of its own with the parameters
  /// of each event, `end` once when the server is gone.
  package init(
    path: String, hear: @escaping @Sendable (JSONValue) -> Void = { _ in },
    end: @escaping @Sendable () -> Void = {}
  ) throws(SocketPath.Failure) {
    descriptor = try connectSocket(path)
    let thread = PosixThread { [self] in
      readMessages(hear)
      end()
    }
    guard !thread.hasStarted else { return }
    // Nobody would hear an answer.
    state.withLock { $0.isClosed = true }
    end()
  }

  /// Asks, and has `answer` called on the thread that hears; returns the request's identity.
  @discardableResult
  package func send(
    _ method: String, _ parameters: [JSONValue.Member],
    _ answer: @escaping @Sendable (Result<JSONValue, Failure>) -> Void
  ) -> RequestID {
    let (id, hasEnded) = state.withLock { state in
      state.last += 1
      let id = RequestID.number(state.last)
      if !state.isClosed { state.pending[id] = answer }
      return (id, state.isClosed)
    }
    guard !hasEnded else {
      answer(.failure(.disconnected))
      return id
    }
    let message: JSONValue = [
      "jsonrpc": "2.0", "id": id.json, "method": .string(method), "params": .object(parameters),
    ]
    // What cannot be written has ended, which the other thread finds.
    output.withLock { _ in write(message.text + "\n", to: descriptor) }
    return id
  }

  /// Asks, and waits for the answer.
  package func call(
    _ method: String, _ parameters: [JSONValue.Member] = []
  ) throws(Failure) -> JSONValue {
    let done = DispatchSemaphore(value: 0)
    let result = Lock<Result<JSONValue, Failure>>(.failure(.disconnected))
    send(method, parameters) { answer in
      result.withLock { $0 = answer }
      done.signal()
    }
    done.wait()
    return try result.withLock { $0 }.get()
  }

  /// Has the server end a request, if it waits.
  package func cancel(_ id: RequestID) {
    send("cancel", [.init("request", id.json)]) { _ in }
  }

  private func readMessages(_ hear: (JSONValue) -> Void) {
    LineSplitter.readAll(from: descriptor) { handle($0, hear) }
    let left = state.withLock { state in
      state.isClosed = true
      defer { state.pending = [:] }
      return state.pending.values
    }
    for answer in left { answer(.failure(.disconnected)) }
  }

  private func handle(_ line: String, _ hear: (JSONValue) -> Void) {
    guard let message = try? JSONValue(parsing: line) else { return }
    if message["method"]?.string == "event", let parameters = message["params"] {
      return hear(parameters)
    }
    // What nobody can be told from others is for all who wait.
    if let error = message["error"], message["id"]?.isNull ?? true {
      let left = state.withLock { state in
        defer { state.pending = [:] }
        return state.pending.values
      }
      for answer in left { answer(.failure(.refused(error))) }
      return
    }
    guard let id = message["id"].flatMap(RequestID.init),
      let answer = state.withLock({ $0.pending.removeValue(forKey: id) })
    else { return }
    if let result = message["result"] { return answer(.success(result)) }
    answer(.failure(message["error"].map(Failure.refused) ?? .disconnected))
  }
}
