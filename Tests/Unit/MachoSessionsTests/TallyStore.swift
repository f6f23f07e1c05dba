import MachoDiff
import MachoSessions
import MachoValues

/// A store without a runtime, for tests of sessions.
class TallyStore: DrivenStore {
  struct State: Equatable {
    var count = 0
    var note: String?
  }

  enum Action: Equatable {
    case add(Int)
    case addLater(Int)
    case ask
    case added(Int)
  }

  private var current: State
  private var transitions: [StateTransition] = []
  private var asleep: [(effect: RunningEffect, number: Int)] = []
  private var startedCount = 0
  /// Called once, before the next action.
  var willSend: (() -> Void)?

  init(_ state: State) { current = state }

  var state: Any { current }

  func send(_ action: Any) {
    guard let action = action as? Action else { return }
    let willSend = willSend
    self.willSend = nil
    willSend?()
    let (before, effectsBefore) = (current, startedCount)
    switch action {
    case .add(let number), .added(let number): current.count += number
    case .addLater(let number): start(number, asleep: .asleep(.seconds(1)), from: "addLater")
    case .ask: start(0, asleep: .external, from: "ask")
    }
    let cause: StateTransition.Cause =
      if case .added = action { .received(effect: 1) } else { .sent }
    transitions.append(
      StateTransition(
        cause: cause, action: action, before: before, after: current,
        lastEffectIDBefore: effectsBefore))
  }

  /// Changes the count as code outside of the store does.
  func changeFromOutside(to count: Int) {
    let before = current
    current.count = count
    var transition = StateTransition(
      cause: .modified(effect: nil), action: "outside", before: before, after: current,
      lastEffectIDBefore: startedCount)
    transition.modifyLine = Line(.modify, "count = \(count)")
    transitions.append(transition)
  }

  private func start(_ number: Int, asleep status: RunningEffect.Status, from origin: String) {
    startedCount += 1
    let effect = RunningEffect(
      id: startedCount, name: "run", origin: origin,
      location: CodeLocation(file: "Tally.swift", line: 1), status: status)
    asleep.append((effect, number))
  }

  func run() {}
  func onExternalWork(_ wake: @escaping @Sendable () -> Void) {}
  func stub(_ endpoint: String) {}
  func poll() {}

  func takeTransitions() -> [StateTransition] {
    defer { transitions = [] }
    return transitions
  }

  func takeProblems() -> [Diagnostic] { [] }
  var effects: [RunningEffect] { asleep.map(\.effect) }
  var externalEffects: [RunningEffect] { effects.filter { $0.status == .external } }
  var nextDeadline: Duration? { asleep.isEmpty ? nil : .seconds(1) }

  func advance(by duration: Duration) -> Bool {
    guard duration >= .seconds(1) else { return true }
    let woken = asleep
    asleep = []
    for (_, number) in woken { send(Action.added(number)) }
    return true
  }

  func settle(within limit: Duration, interrupt: Interrupt) -> Bool {
    asleep.removeAll { $0.effect.status == .external }
    return true
  }

  func restore(to point: RestorePoint) -> [RunningEffect] {
    guard let state = point.state as? State else { return [] }
    current = state
    let cancelled = effects.filter { $0.id > point.lastEffectID }
    asleep.removeAll { $0.effect.id > point.lastEffectID }
    return cancelled
  }

  func pureReduce(_ state: Any, actions: [Any]) -> [Any]? {
    guard var state = state as? State else { return nil }
    var states: [State] = []
    for case .add(let number) in actions.compactMap({ $0 as? Action }) {
      state.count += number
      states.append(state)
    }
    return states.count == actions.count ? states : nil
  }

  func cancelEffects() -> [RunningEffect] {
    defer { asleep = [] }
    return effects
  }

  func change(from old: Any, to new: Any) -> Change? {
    guard let old = old as? State, let new = new as? State, old != new else { return nil }
    return Change(reading: "- \(old.count)\n+ \(new.count)")
  }

  func text(of value: Any) -> String { "\(value)" }
  func close() {}
}

/// The feature of `TallyStore`.
struct TallyFeature: DrivenFeature {
  var name = "tally"
  let summary = "A tally."
  var aliases: [String: String] = [:]
  var actionSummaries: [String: String] = [:]
  /// Called with each new store and its stubs.
  var onOpen: @Sendable (TallyStore, StubTable) -> Void = { _, _ in }
  let actionType: Any.Type = TallyStore.Action.self
  let stateType: Any.Type = TallyStore.State.self
  let promptContext = RunContext.test
  let endpoints = [
    Endpoint(
      name: "library.search", argumentTypes: [String.self, Int.self], valueType: [String].self,
      canThrow: true, isAsync: true),
    Endpoint(
      name: "uuid", argumentTypes: [], valueType: Int.self, canThrow: false, isAsync: false,
      generators: ["incrementing": { $0 }]),
  ]
  let syntax = ValueSyntax()
  var computed: ComputedProperties {
    var computed = ComputedProperties()
    computed.add("isPositive") { (state: TallyStore.State) in state.count > 0 }
    return computed
  }
  var startState: Any { TallyStore.State() }

  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    let store = TallyStore(state as? TallyStore.State ?? TallyStore.State())
    onOpen(store, stubs)
    return store
  }
}
