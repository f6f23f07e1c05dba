import MachoReporting
import MachoSessions
import MachoValues

/// Exports a session as one JSON object: its stores, lines, actions, effects and stub calls.
///
/// The members, always in this order:
///
/// ```text
/// version   1
/// stores    [{number, name, feature, context, start}]
/// lines     [{number, text, code, output, phase, time}]          time in whole nanoseconds
/// steps     [{number, store, line, cause, effect, action, diff, isActive}]
/// effects   [{store, number, name, origin, location, startLine, endLine, outcome}]
/// calls     [{line, store, endpoint, answer}]
/// ```
struct JSONExport: SessionExporter {
  private struct Effect {
    var store: Int
    var effect: RunningEffect
    var startLine: Int
    var endLine: Int?
    var outcome: EffectChange.Kind?
  }

  private var stores: [JSONValue] = []
  private var lines: [JSONValue] = []
  private var transitions: [(transition: JournalTransition, line: Int, action: String)] = []
  private var effects: [Effect] = []
  private var calls: [JSONValue] = []
  private var syntaxes: [Int: ValueSyntax] = [:]
  private var activeIDs: [Int: [Int]] = [:]
  private var phase: String?
  private var callDescriptions = CallDescriptions()

  mutating func consume(_ item: ExportItem) {
    switch item {
    case .phase(let title): phase = title
    case .comment: break
    case .line(let line): consume(line)
    }
  }

  func text() -> String {
    let whole: JSONValue = [
      "version": 1, "stores": .array(stores), "lines": .array(lines),
      "steps": .array(transitionValues), "effects": .array(effects.map(value)),
      "calls": .array(calls),
    ]
    return whole.prettyText + "\n"
  }

  private mutating func consume(_ line: JournalLine) {
    let number = lines.count + 1
    let failure = line.outcome.failure ?? line.outcome.expectedFailure
    let output = EventFormatter.lines(for: line.outcome).map(\.text)
    lines.append(
      [
        "number": .integer(number), "text": .string(line.outcome.text),
        "code": .optional(failure?.code.rawValue),
        "output": .array(output.map { .string($0) }), "phase": .optional(phase),
        "time": .integer(line.elapsed.wholeNanoseconds),
      ])
    for opened in line.openedStores {
      syntaxes[opened.number] = opened.syntax
      stores.append(
        [
          "number": .integer(opened.number), "name": .string(opened.name),
          "feature": .string(opened.feature.name), "context": .string(opened.choice.text),
          "start": .string(opened.syntax.print(opened.start)),
        ])
    }
    for transition in line.transitions {
      let syntax = syntaxes[transition.store] ?? ValueSyntax()
      transitions.append((transition, number, syntax.print(transition.transition.action)))
      activeIDs[transition.store, default: []].append(transition.id)
    }
    if let ids = line.activeActionIDs, let store = line.store { activeIDs[store] = ids }
    for event in line.events {
      switch event {
      case .effect(let change, let store, _): consume(change, of: store, number)
      case .stub(let stubEvent, let store, _):
        let description = callDescriptions.describe(stubEvent, syntaxes[store] ?? ValueSyntax())
        calls.append(
          [
            "line": .integer(number), "store": .integer(store),
            "endpoint": .string(description.call),
            "answer": .string(description.answer ?? "pending"),
          ])
      }
    }
  }

  private mutating func consume(_ change: EffectChange, of store: Int, _ line: Int) {
    guard change.kind != .suspended else { return }
    guard change.kind != .started else {
      return effects.append(Effect(store: store, effect: change.effect, startLine: line))
    }
    let index = effects.lastIndex { $0.store == store && $0.effect.id == change.effect.id }
    // A cancelled effect also finishes, a little later. The first event counts.
    guard let index, effects[index].outcome == nil else { return }
    (effects[index].endLine, effects[index].outcome) = (line, change.kind)
  }

  private var transitionValues: [JSONValue] {
    let activeSets = activeIDs.mapValues(Set.init)
    return transitions.enumerated().map { index, entry in
      let (transition, line, action) = entry
      let effect: JSONValue = transition.transition.cause.effect.map { .integer($0) } ?? .null
      let cause =
        switch transition.transition.cause {
        case .sent: "sent"
        case .received: "received"
        case .modified: "modified"
        }
      return [
        "number": .integer(index + 1), "store": .integer(transition.store), "line": .integer(line),
        "cause": .string(cause), "effect": effect, "action": .string(action),
        "diff": .optional(transition.change?.text),
        "isActive": .bool(activeSets[transition.store]?.contains(transition.id) ?? false),
      ]
    }
  }

  private func value(_ effect: Effect) -> JSONValue {
    [
      "store": .integer(effect.store), "number": .integer(effect.effect.id),
      "name": .string(effect.effect.name), "origin": .string(effect.effect.origin),
      "location": .string(effect.effect.location.description),
      "startLine": .integer(effect.startLine),
      "endLine": effect.endLine.map { .integer($0) } ?? .null,
      "outcome": .optional(effect.outcome.map { "\($0)" }),
    ]
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to the range of `Int`.
  var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (scaled, overflowsScaling) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowsSum) = scaled.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
    return overflowsScaling || overflowsSum ? (seconds < 0 ? .min : .max) : sum
  }
}
