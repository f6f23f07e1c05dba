import MachoReporting
import MachoSessions
import MachoValues

/// The result of a line, for both dialects.
struct LineResult {
  /// A received action.
  struct Received {
    var action: String
    var diff: String?
    /// What caused it.
    var cause: StateTransition.Cause?
  }

  var session: String
  /// What a prompt would print.
  var lines: [StyledLine] = []
  /// Whether the client has requested the roles.
  var includesRoles = false
  /// The state change of the line itself.
  var diff: String?
  var received: [Received] = []
  var position = 0
  var effects = 0
  var status = Session.StoreStatus.none
  var wakes: String?
  /// The pending calls, oldest first, as 'answer' writes them.
  var pending: [String] = []
  var patch: JSONValue?
  var isSkipped = false
  /// Members that only some methods return.
  var extraMembers: [JSONValue.Member] = []
  /// Why the line failed.
  var failure: Diagnostic?

  init(session: String) { self.session = session }

  /// The texts of the lines, with escapes.
  var output: [String] { lines.map { OutputEscaping.encode($0.text) } }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("session", .string(session)), .init("output", .array(output.map(JSONValue.string))),
      .init("diff", .optional(diff)), .init("received", .array(received.map(\.json))),
      .init("position", .integer(position)), .init("effects", .integer(effects)),
      .init("status", .string(status.rawValue)),
    ]
    if includesRoles {
      members.append(.init("roles", .array(lines.map { .string($0.role.rawValue) })))
    }
    if let wakes { members.append(.init("wakes", .string(wakes))) }
    if !pending.isEmpty {
      members.append(.init("pending", .array(pending.map(JSONValue.string))))
    }
    if let patch { members.append(.init("patch", patch)) }
    if isSkipped { members.append(.init("skipped", true)) }
    return .object(members + extraMembers)
  }

  /// Returns the error of a failed line, including what it still did.
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
    if let cause { members += cause.members }
    return .object(members)
  }
}

extension LineResult {
  /// Adds the outcome of a command that applied no action.
  mutating func add(_ outcome: Outcome) {
    var causes = ReceivedCauses([])
    add(outcome, &causes)
  }

  /// Adds the outcome of a command. A line that sources a script has several.
  mutating func add(_ outcome: Outcome, _ causes: inout ReceivedCauses) {
    lines += OutcomeFormatter.styledLines(for: outcome)
    for event in outcome.preceding + outcome.events + outcome.received {
      switch event {
      case .changed(let change?): diff = change.text
      case .received(let action, let change, _):
        received.append(Received(action: action, diff: change?.text, cause: causes.next()))
      default: break
      }
    }
    if failure == nil { failure = outcome.failure }
    isSkipped = isSkipped || outcome.wasSkipped
  }
}

extension StateTransition.Cause {
  /// The members that describe what caused a received action or a modification.
  var members: [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let effect { members.append(.init("effect", .integer(effect))) }
    if isModification { members.append(.init("modification", true)) }
    return members
  }
}

/// The causes of the received actions and modifications, in order.
struct ReceivedCauses {
  private var causes: ArraySlice<StateTransition.Cause>

  init(_ transitions: [HostedSession.Transition]) {
    let received = transitions.filter {
      $0.step.cause != .sent && $0.step.modifyLine == nil && !$0.isSilent
    }
    causes = received.map { $0.step.cause }[...]
  }

  mutating func next() -> StateTransition.Cause? { causes.popFirst() }
}
