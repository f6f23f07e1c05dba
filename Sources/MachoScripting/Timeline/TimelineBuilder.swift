import MachoReporting
import MachoSessions
import MachoValues

/// Converts a session, line by line, to the events that reports, the inspector and traces show.
///
/// An event is one JSON object. The article "Reports and the inspector" lists the kinds and their
/// members. States are not repeated: a `store` event has the start state, and each `step` a patch
/// from the state of its parent.
struct TimelineBuilder {
  /// What is known about a store.
  private struct Store {
    var syntax: ValueSyntax
    var type: Any.Type
    /// The entry of the history whose state is `json`.
    var id: Int
    var json: JSONValue
    /// The entries whose state a reader of the events can compute.
    var knownIDs: Set<Int>
  }

  private var stores: [Int: Store] = [:]
  private var callDescriptions = CallDescriptions()
  private var lineCount = 0
  private var stepCount = 0

  /// Returns the events of a line. The line's own event comes first.
  mutating func events(
    of line: JournalLine, at location: TimelineRecorder.Location?
  ) -> [JSONValue] {
    lineCount += 1
    var events = [lineEvent(line, location)]
    for store in line.openedStores { events.append(open(store)) }
    for transition in line.transitions { events.append(step(transition, of: line)) }
    for event in line.events {
      switch event {
      case .effect(let change, let store, let time):
        events.append(effect(change, store, time))
      case .stub(let stubEvent, let store, let time):
        events.append(call(stubEvent, store, time))
      }
    }
    if let mark = line.mark, let store = line.store {
      events.append(
        [
          "event": "mark", "store": .integer(store), "line": .integer(lineCount),
          "name": .string(mark.name), "id": .integer(mark.id),
        ])
    }
    if let ids = line.activeActionIDs, let store = line.store {
      events.append(travel(of: store, to: ids.last ?? 0, line))
    }
    return events
  }

  /// Returns the events of stores that no line has opened.
  mutating func events(of stores: [JournalStore]) -> [JSONValue] {
    stores.map { open($0) }
  }

  // MARK: Lines

  private func lineEvent(
    _ line: JournalLine, _ location: TimelineRecorder.Location?
  ) -> JSONValue {
    let outcome = line.outcome
    var members: [JSONValue.Member] = [
      .init("event", "line"), .init("line", .integer(lineCount)),
      .init("text", .string(outcome.text)), .init("time", .integer(line.time.wholeNanoseconds)),
    ]
    if let store = line.store { members.append(.init("store", .integer(store))) }
    if let location {
      members += [
        .init("file", .string(location.file)), .init("at", .integer(location.line)),
      ]
      if let phase = location.phase { members.append(.init("phase", .string(phase))) }
    }
    if let failure = outcome.failure ?? outcome.expectedFailure {
      members += [
        .init("code", .string(failure.code.rawValue)),
        .init("failed", .bool(outcome.failure != nil)),
      ]
    }
    if outcome.wasSkipped { members.append(.init("skipped", true)) }
    let output = output(of: outcome)
    if !output.isEmpty { members.append(.init("output", Self.json(of: output))) }
    return .object(members)
  }

  /// Returns what a line prints besides state changes, which are events of their own.
  private func output(of outcome: Outcome) -> [StyledLine] {
    var lines: [StyledLine] = []
    for event in outcome.preceding + outcome.events + outcome.received {
      switch event {
      case .changed, .received, .replayed, .modified: break
      case .called(let line), .externalInput(let line):
        lines.append(StyledLine(line.text, .notice))
      case .remark(let text): lines.append(StyledLine("# " + text, .notice))
      default: lines += OutcomeFormatter.styledLines(for: event)
      }
    }
    if let failure = outcome.failure ?? outcome.expectedFailure {
      lines += DiagnosticFormatter.styledLines(for: failure, in: outcome)
    }
    return lines
  }

  /// Returns lines with their roles: `[["added", "+ count: 1"]]`.
  private static func json(of lines: [StyledLine]) -> JSONValue {
    .array(lines.map { [.string($0.role.rawValue), .string($0.text)] })
  }

  // MARK: States

  /// Returns the JSON of a state or a part of it. The page keeps all digits of a number.
  private static func json(of value: TypedValue, _ syntax: ValueSyntax) -> JSONValue {
    syntax.json(of: value, decimalsAreNumbers: true)
  }

  private mutating func open(_ store: JournalStore) -> JSONValue {
    let json = Self.json(of: store.start, store.syntax)
    stores[store.number] = Store(
      syntax: store.syntax, type: store.start.type, id: store.base, json: json,
      knownIDs: [store.base])
    return [
      "event": "store", "store": .integer(store.number), "line": .integer(lineCount),
      "name": .string(store.name), "feature": .string(store.feature.name),
      "context": .string(store.choice.text), "base": .integer(store.base), "state": json,
    ]
  }

  private mutating func step(_ step: JournalTransition, of line: JournalLine) -> JSONValue {
    stepCount += 1
    let transition = step.transition
    var members: [JSONValue.Member] = [
      .init("event", "step"), .init("step", .integer(stepCount)),
      .init("store", .integer(step.store)), .init("line", .integer(lineCount)),
      .init("id", .integer(step.id)), .init("parent", .integer(step.parent)),
    ]
    switch transition.cause {
    case .sent: members.append(.init("cause", "sent"))
    case .received(let effect):
      members.append(.init("cause", "received"))
      if let effect { members.append(.init("effect", .integer(effect))) }
    case .modified(let effect):
      members.append(.init("cause", "modified"))
      if let effect { members.append(.init("effect", .integer(effect))) }
    }
    let isOwn = transition.cause == .sent || line.outcome.line?.command == .receive
    members += [
      .init("command", .string(step.line.text)),
      .init("action", .string(actionText(of: transition, in: step.store))),
      .init("time", .integer(transition.time.wholeNanoseconds)),
      .init("effectsBefore", .integer(transition.lastEffectIDBefore)), .init("own", .bool(isOwn)),
    ]
    if step.isSkipped { members.append(.init("skipped", true)) }
    if let change = step.change {
      members.append(
        .init("diff", Self.json(of: OutcomeFormatter.styledLines(for: .changed(change)))))
    }
    members.append(.init("patch", patch(of: step)))
    return .object(members)
  }

  private func actionText(of transition: StateTransition, in store: Int) -> String {
    (stores[store]?.syntax ?? ValueSyntax()).print(transition.action)
  }

  private mutating func patch(of step: JournalTransition) -> JSONValue {
    guard var store = stores[step.store] else { return [] }
    // PERFORMANCE: `stores` must not share the JSON while it changes.
    stores[step.store] = nil
    defer { stores[step.store] = store }
    if store.id != step.parent {
      store.json = Self.json(
        of: TypedValue(step.transition.before, as: store.type), store.syntax)
    }
    store.knownIDs.insert(step.id)
    store.id = step.id
    guard step.change != nil else { return [] }
    let after = Self.json(of: TypedValue(step.transition.after, as: store.type), store.syntax)
    defer { store.json = after }
    return JSONPatch(from: store.json, to: after).json
  }

  private func travel(of number: Int, to id: Int, _ line: JournalLine) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", "travel"), .init("store", .integer(number)),
      .init("line", .integer(lineCount)), .init("to", .integer(id)),
      .init("branch", .string(line.branch)),
    ]
    // A journal that began later does not know the earlier states.
    if let store = stores[number], !store.knownIDs.contains(id), let root = line.context?.root {
      members.append(.init("state", Self.json(of: root, store.syntax)))
    }
    return .object(members)
  }

  // MARK: Effects and calls

  private func effect(_ change: EffectChange, _ store: Int, _ time: Duration) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("event", "effect"), .init("store", .integer(store)),
      .init("line", .integer(lineCount)), .init("effect", .integer(change.effect.id)),
      .init("kind", .string("\(change.kind)")), .init("time", .integer(time.wholeNanoseconds)),
    ]
    switch change.kind {
    case .started:
      members += [
        .init("name", .string(change.effect.name)), .init("origin", .string(change.effect.origin)),
        .init("location", .string(change.effect.location.description)),
      ]
    case .suspended:
      switch change.effect.status {
      case .asleep(let duration):
        members += [
          .init("status", "asleep"),
          .init("until", .integer((time + duration).wholeNanoseconds)),
        ]
      case .waiting(let what):
        members += [.init("status", "waiting"), .init("waitsFor", .string(what))]
      case .external: members.append(.init("status", "external"))
      }
    case .finished, .cancelled, .failed: break
    }
    return .object(members)
  }

  private mutating func call(_ event: StubEvent, _ store: Int, _ time: Duration) -> JSONValue {
    let description = callDescriptions.describe(event, stores[store]?.syntax ?? ValueSyntax())
    var members: [JSONValue.Member] = [
      .init("event", .string(description.isAnswer ? "answer" : "call")),
      .init("store", .integer(store)), .init("line", .integer(lineCount)),
      .init("time", .integer(time.wholeNanoseconds)),
      .init("endpoint", .string(description.endpoint)), .init("call", .string(description.call)),
      .init("answer", .string(description.answer ?? "pending")),
    ]
    switch event {
    case .answered(let number, _): members.append(.init("number", .integer(number)))
    case .called(_, _, .pending(let number, _), _), .called(_, _, .stream(_, let number), _):
      members.append(.init("number", .integer(number)))
    case .called: break
    }
    return .object(members)
  }
}
