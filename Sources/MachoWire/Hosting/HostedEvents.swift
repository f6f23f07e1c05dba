import MachoSessions
import MachoValues

/// Makes of what came of a line the events that those are told who follow the session.
struct HostedEvents {
  private(set) var events: [HostedEvent] = []
  private let hosted: HostedSession
  private var steps: ArraySlice<TakenStep>
  /// Whether somebody wants to know the states.
  private let needsStates: Bool

  init(_ hosted: HostedSession) {
    self.hosted = hosted
    steps = hosted.taken[...]
    needsStates = hosted.subscriptions.contains(where: \.isPatching)
  }

  /// Takes a command of a line, or what arrived by itself.
  mutating func take(_ outcome: Outcome, isArrival: Bool = false) {
    for event in outcome.preceding { take(event, isOutside: true) }
    if !isArrival {
      events.append(HostedEvent(kind: "ran", members: [.init("line", .string(outcome.text))]))
    }
    // What 'diff' shows is long done.
    for event in outcome.line?.verb == "diff" ? [] : outcome.events {
      take(event, isStep: outcome.line?.verb == "send", isOutside: isArrival)
    }
    if let failure = outcome.failure {
      events.append(
        HostedEvent(
          kind: "failed",
          members: [
            .init("code", .string(failure.code.rawValue)),
            .init("message", .string(failure.message)),
          ], isOutside: isArrival))
    }
    for event in outcome.received { take(event, isOutside: isArrival) }
  }

  /// Says that nothing happens any more by itself.
  mutating func settle(_ result: LineResult, isOutside: Bool) {
    var members: [JSONValue.Member] = [
      .init("effects", .integer(result.effects)), .init("status", .string(result.status.rawValue)),
    ]
    if let wakes = result.wakes { members.append(.init("wakes", .string(wakes))) }
    events.append(HostedEvent(kind: "settled", members: members, isOutside: isOutside))
  }

  private mutating func take(_ event: Event, isStep: Bool = false, isOutside: Bool) {
    var told: HostedEvent
    switch event {
    case .opened(let feature, let context):
      told = HostedEvent(
        kind: "opened",
        members: [.init("feature", .string(feature)), .init("context", .string(context.rawValue))])
    case .changed(let diff):
      told = HostedEvent(kind: "changed", members: [.init("diff", .optional(diff))])
      told.state = isStep ? state(of: nextStep()) : stateNow
    case .received(let action, let diff):
      let step = nextStep()
      told = HostedEvent(
        kind: "received",
        members: [.init("action", .string(action)), .init("diff", .optional(diff))])
      if case .received(let effect?)? = step?.cause {
        told.effect = effect
        told.members.append(.init("effect", .integer(effect)))
      }
      told.action = step?.action
      told.state = state(of: step)
    case .replayed(let line, let diff):
      told = HostedEvent(
        kind: "replayed", members: [.init("line", .string(line)), .init("diff", .optional(diff))])
      told.state = state(of: nextStep())
    case .watched(let path, let value):
      told = HostedEvent(
        kind: "watched", members: [.init("path", .string(path)), .init("value", .string(value))])
    case .notice(let text):
      told = HostedEvent(kind: "notice", members: [.init("text", .string(text))])
    case .called(let stub):
      told = HostedEvent(kind: "called", members: [.init("stub", .string(stub))])
    case .came(let line):
      told = HostedEvent(kind: "came", members: [.init("line", .string(line))])
    // What was asked for is for whoever asked.
    case .named, .value, .actions, .effects, .history, .set, .waited, .help: return
    }
    told.isOutside = isOutside
    events.append(told)
  }

  private mutating func nextStep() -> TakenStep? {
    while let step = steps.popFirst() {
      if !step.isSilent { return step }
    }
    return nil
  }

  private func state(of step: TakenStep?) -> JSONValue? {
    guard needsStates, let step, let shown = hosted.session.shown else { return nil }
    return hosted.session.syntax.json(of: TypedValue(step.after, as: shown.type))
  }

  /// The state between two steps, or at the end.
  private var stateNow: JSONValue? {
    guard needsStates, let shown = hosted.session.shown else { return nil }
    guard let step = steps.first else { return hosted.state }
    return hosted.session.syntax.json(of: TypedValue(step.before, as: shown.type))
  }
}
