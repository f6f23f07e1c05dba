import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

/// What came of a line, for either dialect.
struct LineResult {
  /// A received action.
  struct Received {
    var action: String
    var diff: String?
    /// The number of the effect that sent it.
    var effect: Int?
  }

  var session: String
  /// What a prompt would print.
  var output: [String] = []
  /// What the line itself did to the state.
  var diff: String?
  var received: [Received] = []
  var position = 0
  var effects = 0
  var status = Session.StoreStatus.none
  var wakes: String?
  var patch: JSONValue?
  var isSkipped = false
  /// Members that only some methods have.
  var extraMembers: [JSONValue.Member] = []
  /// Why it failed.
  var failure: Diagnostic?

  init(session: String) { self.session = session }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("session", .string(session)), .init("output", .array(output.map(JSONValue.string))),
      .init("diff", .optional(diff)), .init("received", .array(received.map(\.json))),
      .init("step", .integer(position)), .init("effects", .integer(effects)),
      .init("status", .string(status.rawValue)),
    ]
    if let wakes { members.append(.init("wakes", .string(wakes))) }
    if let patch { members.append(.init("patch", patch)) }
    if isSkipped { members.append(.init("skipped", true)) }
    return .object(members + extraMembers)
  }

  /// The error of a line that failed, with what it did all the same.
  func error(_ failure: Diagnostic) -> WireError {
    var error = WireError(failure)
    error.output = output
    error.result = json
    return error
  }
}

extension LineResult.Received {
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("action", .string(action)), .init("diff", .optional(diff)),
    ]
    if let effect { members.append(.init("effect", .integer(effect))) }
    return .object(members)
  }
}

extension LineResult {
  /// Adds what came of one command of the line; one that sources others has several.
  mutating func add(_ outcome: Outcome, _ effects: inout EffectNumbers) {
    output += OutcomeFormatter.lines(for: outcome).map(OutputEscaping.encode)
    for event in outcome.preceding + outcome.events + outcome.received {
      switch event {
      // What 'diff' shows is long done.
      case .changed(let text?) where outcome.line?.verb != "diff": diff = text
      case .received(let action, let diff):
        received.append(Received(action: action, diff: diff, effect: effects.next()))
      default: break
      }
    }
    if failure == nil { failure = outcome.failure }
    isSkipped = isSkipped || outcome.wasSkipped
  }
}

/// Which effects sent the actions that were received, in order.
struct EffectNumbers {
  private var numbers: ArraySlice<Int?>

  init(_ steps: [AppliedAction]) {
    numbers =
      steps.compactMap { step -> Int?? in
        guard case .received(let effect) = step.cause, !step.isSilent else { return .none }
        return .some(effect)
      }[...]
  }

  mutating func next() -> Int? { numbers.popFirst() ?? nil }
}

/// An action that became part of a session's state.
struct AppliedAction {
  var cause: StateTransition.Cause
  var action: Any
  /// The states around it.
  var before: Any
  var after: Any
  /// Whether nobody is told of it.
  var isSilent: Bool
}
