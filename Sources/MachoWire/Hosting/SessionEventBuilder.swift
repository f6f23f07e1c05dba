import MachoSessions
import MachoValues

/// Makes of what came of a line the events that those are told who follow the session.
struct SessionEventBuilder {
  private(set) var events: [SessionEvent] = []
  private let hosted: HostedSession
  private var actions: ArraySlice<AppliedAction>
  /// Whether somebody wants to know the states.
  private let needsStates: Bool

  init(_ hosted: HostedSession) {
    self.hosted = hosted
    actions = hosted.appliedActions[...]
    needsStates = hosted.subscriptions.contains(where: \.includesPatches)
  }

  /// Takes a command of a line, or what arrived by itself.
  mutating func add(_ outcome: Outcome, isArrival: Bool = false) {
    for event in outcome.preceding { add(event, isOutside: true) }
    if !isArrival {
      events.append(SessionEvent(kind: "ran", members: [.init("line", .string(outcome.text))]))
    }
    // What 'diff' shows is long done.
    for event in outcome.line?.verb == "diff" ? [] : outcome.events {
      add(event, isStep: outcome.line?.verb == "send", isOutside: isArrival)
    }
    if let failure = outcome.failure {
      events.append(
        SessionEvent(
          kind: "failed",
          members: [
            .init("code", .string(failure.code.rawValue)),
            .init("message", .string(failure.message)),
          ], isExternal: isArrival))
    }
    for event in outcome.received { add(event, isOutside: isArrival) }
  }

  /// Says that nothing happens any more by itself.
  mutating func addSettled(_ result: LineResult, isOutside: Bool) {
    var members: [JSONValue.Member] = [
      .init("effects", .integer(result.effects)), .init("status", .string(result.status.rawValue)),
    ]
    if let wakes = result.wakes { members.append(.init("wakes", .string(wakes))) }
    events.append(SessionEvent(kind: "settled", members: members, isExternal: isOutside))
  }

  private mutating func add(_ event: Event, isStep: Bool = false, isOutside: Bool) {
    var told: SessionEvent
    switch event {
    case .opened(let feature, let context):
      told = SessionEvent(
        kind: "opened",
        members: [.init("feature", .string(feature)), .init("context", .string(context.rawValue))])
    case .changed(let diff):
      told = SessionEvent(kind: "changed", members: [.init("diff", .optional(diff))])
      told.state = isStep ? state(of: nextAction()) : currentState
    case .received(let action, let diff):
      let step = nextAction()
      told = SessionEvent(
        kind: "received",
        members: [.init("action", .string(action)), .init("diff", .optional(diff))])
      if case .received(let effect?)? = step?.cause {
        told.effect = effect
        told.members.append(.init("effect", .integer(effect)))
      }
      told.action = step?.action
      told.state = state(of: step)
    case .replayed(let line, let diff):
      told = SessionEvent(
        kind: "replayed", members: [.init("line", .string(line)), .init("diff", .optional(diff))])
      told.state = state(of: nextAction())
    case .watched(let path, let value):
      told = SessionEvent(
        kind: "watched", members: [.init("path", .string(path)), .init("value", .string(value))])
    case .notice(let text):
      told = SessionEvent(kind: "notice", members: [.init("text", .string(text))])
    case .called(let stub):
      told = SessionEvent(kind: "called", members: [.init("stub", .string(stub))])
    case .externalInput(let line):
      told = SessionEvent(kind: "came", members: [.init("line", .string(line))])
    // What was asked for is for whoever asked.
    case .asserted, .value, .actions, .effects, .history, .set, .waited, .help: return
    }
    told.isExternal = isOutside
    events.append(told)
  }

  private mutating func nextAction() -> AppliedAction? {
    while let step = actions.popFirst() {
      if !step.isSilent { return step }
    }
    return nil
  }

  private func state(of step: AppliedAction?) -> JSONValue? {
    guard needsStates, let step, let shown = hosted.session.scriptState else { return nil }
    return hosted.session.syntax.json(of: TypedValue(step.after, as: shown.type))
  }

  /// The state between two steps, or at the end.
  private var currentState: JSONValue? {
    guard needsStates, let shown = hosted.session.scriptState else { return nil }
    guard let step = actions.first else { return hosted.state }
    return hosted.session.syntax.json(of: TypedValue(step.before, as: shown.type))
  }
}
