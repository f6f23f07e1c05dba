import Dispatch
import MachoLocks
import MachoValues
import MachoWire

/// The end of a request to a process that runs features.
enum WireReply: Sendable {
  case result(JSONValue)
  /// The server's error object. The process continues.
  case refused(JSONValue)
  /// The process has crashed. The error object says why, if there is one.
  case crashed(JSONValue?)
  /// The request took too long, and its process was killed.
  case timedOut

  /// Whether the output of an error begins with the line, to show a position in it.
  var quotesLine: Bool {
    guard case .refused(let error) = self else { return false }
    return error["data"]?["range"] != nil
  }
}

extension AgentConnection {
  /// Sends a request and waits for its end. A cancellation ends a wait for external work.
  func call(
    _ method: String, _ parameters: [JSONValue.Member], limit: Duration,
    _ cancellation: CallCancellation? = nil
  ) -> WireReply {
    let response = Lock<Result<JSONValue, WireClient.Failure>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let id = client.send(method, parameters) { result in
      response.withLock { $0 = result }
      done.signal()
    }
    cancellation?.setHandler { [client] in client.cancel(id) }
    defer { cancellation?.setHandler(nil) }
    guard done.wait(timeout: .now() + limit / .seconds(1)) == .success else {
      terminate()
      return .timedOut
    }
    switch response.withLock({ $0 }) {
    case .success(let value)?: return .result(value)
    case .failure(.refused(let error))?:
      return WireError.isCrash(error) ? .crashed(error) : .refused(error)
    case .failure(.disconnected)?, nil: return .crashed(nil)
    }
  }
}

extension WireError {
  /// Whether the error object of a response says that the process has ended.
  fileprivate static func isCrash(_ error: JSONValue) -> Bool {
    error["code"]?.int == Kind.crashed.rawValue
  }
}
