import MachoSessions
import MachoValues

/// Builds the events for subscribers from the outcomes of a line.
struct SessionEventBuilder {
  private(set) var events: [SessionEvent] = []
  private let hosted: HostedSession
  private var transitions: ArraySlice<HostedSession.Transition>
  /// Whether a subscriber needs the states.
  private let needsStates: Bool

  init(_ hosted: HostedSession) {
    self.hosted = hosted
    transitions = hosted.transitions[...]
    needsStates = hosted.subscriptions.contains(where: \.includesPatches)
  }

  /// Adds the outcome of a command, or of external work.
  mutating func add(_ outcome: Outcome, isExternal: Bool = false) {
    for event in outcome.preceding { add(event, isExternal: true) }
    if !isExternal {
      events.append(SessionEvent(kind: "ran", members: [.init("line", .string(outcome.text))]))
    }
    for event in outcome.events {
      add(event, isSend: outcome.has(.sendsAction), isExternal: isExternal)
    }
    if let failure = outcome.failure {
      events.append(
        SessionEvent(
          kind: "failed",
          members: [
            .init("code", .string(failure.code.rawValue)),
            .init("message", .string(failure.message)),
          ], isExternal: isExternal))
    }
    for event in outcome.received { add(event, isExternal: isExternal) }
  }

  /// Adds the event that the session is idle.
  mutating func addSettled(_ result: LineResult, isExternal: Bool) {
    var members: [JSONValue.Member] = [
      .init("effects", .integer(result.effects)), .init("status", .string(result.status.rawValue)),
    ]
    if let wakes = result.wakes { members.append(.init("wakes", .string(wakes))) }
    events.append(SessionEvent(kind: "settled", members: members, isExternal: isExternal))
  }

  private mutating func add(_ event: Event, isSend: Bool = false, isExternal: Bool) {
    var result: SessionEvent
    switch event {
    case .opened(let feature, let context):
      result = SessionEvent(
        kind: "opened",
        members: [.init("feature", .string(feature)), .init("context", .string(context.text))])
    case .changed(let change):
      result = SessionEvent(kind: "changed", members: [.init("diff", .optional(change?.text))])
      result.state = isSend ? state(of: nextTransition()) : currentState
    case .received(let action, let change, _):
      let step = nextTransition()
      result = SessionEvent(
        kind: "received",
        members: [.init("action", .string(action)), .init("diff", .optional(change?.text))])
      result.effect = step?.cause.effect
      if let cause = step?.cause { result.members += cause.members }
      result.action = step?.action
      result.state = state(of: step)
    case .modified(let line, let change):
      result = SessionEvent(
        kind: "modified",
        members: [.init("line", .string(line.text)), .init("diff", .optional(change?.text))])
      result.state = state(of: nextTransition())
    case .replayed(let line, let change):
      result = SessionEvent(
        kind: "replayed",
        members: [.init("line", .string(line.text)), .init("diff", .optional(change?.text))])
      result.state = state(of: nextTransition())
    case .watched(let path, let value):
      result = SessionEvent(
        kind: "watched", members: [.init("path", .string(path)), .init("value", .string(value))])
    case .notice(let text):
      result = SessionEvent(kind: "notice", members: [.init("text", .string(text))])
    case .called(let stub):
      result = SessionEvent(kind: "called", members: [.init("stub", .string(stub.text))])
    case .externalInput(let line):
      result = SessionEvent(kind: "externalInput", members: [.init("line", .string(line.text))])
    case .remark(let text):
      result = SessionEvent(kind: "externalInput", members: [.init("line", .string("# " + text))])
    // Direct responses are not published.
    case .compared, .asserted, .value, .actions, .effects, .history, .set, .waited, .unobserved,
      .help:
      return
    }
    result.isExternal = isExternal
    events.append(result)
  }

  private mutating func nextTransition() -> StateTransition? {
    while let (step, isSilent) = transitions.popFirst() {
      if !isSilent { return step }
    }
    return nil
  }

  private func state(of step: StateTransition?) -> JSONValue? {
    guard needsStates, let step, let shown = hosted.session.scriptState else { return nil }
    return hosted.session.syntax.json(of: TypedValue(step.after, as: shown.type))
  }

  /// The state before the next action, or the final state.
  private var currentState: JSONValue? {
    guard needsStates, let shown = hosted.session.scriptState else { return nil }
    guard let next = transitions.first else { return hosted.state }
    return hosted.session.syntax.json(of: TypedValue(next.step.before, as: shown.type))
  }
}
