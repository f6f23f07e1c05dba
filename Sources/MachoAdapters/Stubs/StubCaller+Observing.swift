import Composable
import MachoLocks
import MachoSessions

// Observation of real endpoints, for recordings that replace them.

extension StubCaller {
  /// A call of a real endpoint.
  struct Call: Sendable {
    var id: Int
    var text: String
    /// Whether the result is recorded as `nil` if its task was cancelled during the call.
    var isCancellable: Bool
    /// The wait that `effects` shows for its effect.
    var wait: Wait?
  }

  /// A wait that `effects` shows.
  struct Wait: Sendable {
    var effect: EffectHandle
    var token: Int
  }

  /// Records the start of a call.
  func startCall(_ endpoint: Endpoint, _ arguments: [any Sendable]) -> Call {
    boundary.notify()
    let isCancellable = endpoint.isStream || endpoint.isAsync && !observesCancelledCalls
    let id = table.observe(endpoint, arguments, isCancellable: isCancellable)
    let text = endpoint.name + StubTable.text(of: arguments, syntax)
    // Use the same text as for a stubbed call, so that 'effects' prints the same in a recording.
    let wait = endpoint.isAsync ? beginWait("an answer of \(text)") : nil
    return Call(id: id, text: text, isCancellable: isCancellable, wait: wait)
  }

  /// Records and returns the value of a call.
  func finishCall<Value: Sendable>(_ call: Call, _ value: Value) -> Value {
    recordContent(.value(value), of: call, call.wait)
    return value
  }

  /// Records and returns the error of a call.
  func failCall(_ call: Call, _ error: any Error) -> any Error {
    recordContent(.failure(error), of: call, call.wait)
    return error
  }

  /// Makes `effects` show the wait for external work.
  func beginWait(_ text: String) -> Wait? {
    EffectContext.current.map {
      Wait(effect: $0, token: $0.beginWait(.pending(text, isExternal: true)))
    }
  }

  /// Records the result of a call, or an element. Records `nil` if the task was cancelled before.
  func recordContent(_ content: StubStreamElement.Content, of call: Call, _ wait: Wait?) {
    boundary.notify()
    if let wait { wait.effect.endWait(wait.token) }
    table.observe(call.isCancellable && Task.isCancelled ? nil : content, of: call.id)
  }
}

/// The point at which an effect enters or leaves a real endpoint. What the endpoint changes is no
/// change by the effect.
final class EndpointBoundary: Sendable {
  private let observer = Lock<(@Sendable () -> Void)?>(nil)

  /// Calls `onCrossing`, on any thread, before a call starts or completes.
  func observe(_ onCrossing: @escaping @Sendable () -> Void) {
    observer.withLock { $0 = onCrossing }
  }

  func notify() { observer.withLock { $0 }?() }
}
