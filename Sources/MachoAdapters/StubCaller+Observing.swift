import Composable
import MachoSessions

// What is seen of the calls of real endpoints, so that a recording can do without them.

extension StubCaller {
  /// A call of a real endpoint.
  struct Call: Sendable {
    var id: Int
    var text: String
    /// Whether its task can be cancelled meanwhile.
    var canSuspend: Bool
    /// What its effect shows while it waits for it.
    var wait: Wait?
  }

  /// What an effect shows while it waits.
  struct Wait: Sendable {
    var effect: EffectHandle
    var token: Int
  }

  /// Takes note of a call before it is made.
  func startCall(_ endpoint: Endpoint, _ arguments: [any Sendable]) -> Call {
    let id = table.observe(endpoint, arguments)
    let text = endpoint.name + StubTable.text(of: arguments, syntax)
    // The same words as a stubbed call's, so that 'effects' says the same in a recording.
    let wait = endpoint.isAsync ? beginWait("an answer of \(text)") : nil
    return Call(
      id: id, text: text, canSuspend: endpoint.isAsync || endpoint.isStream, wait: wait)
  }

  /// Takes note of what a call returned, and hands it on.
  func finishCall<Value: Sendable>(_ call: Call, _ value: Value) -> Value {
    recordContent(.value(value), of: call, call.wait)
    return value
  }

  /// Takes note of what a call threw, and hands it on.
  func failCall(_ call: Call, _ error: any Error) -> any Error {
    recordContent(.failure(error), of: call, call.wait)
    return error
  }

  /// Lets the effect show what it waits for from now on.
  func beginWait(_ text: String) -> Wait? {
    EffectContext.current.map { Wait(effect: $0, token: $0.beginWait(.pending(text))) }
  }

  /// Takes note of what came of a call; what came too late to matter to a cancelled task did not.
  func recordContent(_ content: StubStreamElement.Content, of call: Call, _ wait: Wait?) {
    if let wait { wait.effect.endWait(wait.token) }
    table.observe(call.canSuspend && Task.isCancelled ? nil : content, of: call.id)
  }
}
