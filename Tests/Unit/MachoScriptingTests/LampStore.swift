import MachoDiff
import MachoLocks
import MachoSessions
import MachoValues

/// A hand-written store with state changes, received actions and an effect that stays in flight.
final class LampStore: DrivenStore {
  struct State: Equatable {
    var isOn = false
    var note = ""
  }

  enum Action: Equatable {
    case toggle
    case note(String)
    case toggleLater
    case toggled
    case leak
    case count
  }

  /// The number of stores opened in the process. The action `count` depends on it, so that two runs
  /// differ.
  static let openedCount = Lock(0)

  private var current: State
  private var transitions: [StateTransition] = []
  private var running: [RunningEffect] = []

  init(_ state: State) {
    current = state
    Self.openedCount.withLock { $0 += 1 }
  }

  var state: Any { current }

  func send(_ action: Any) {
    guard let action = action as? Action else { return }
    reduce(action, .sent)
    if action == .toggleLater { reduce(.toggled, .received(effect: 1)) }
  }

  private func reduce(_ action: Action, _ cause: StateTransition.Cause) {
    let before = current
    switch action {
    case .toggle, .toggled: current.isOn.toggle()
    case .note(let text): current.note = text
    case .count: current.note = "\(Self.openedCount.withLock { $0 })"
    case .toggleLater: break
    case .leak:
      running.append(
        RunningEffect(
          id: 1, name: "run", origin: "leak", location: CodeLocation(file: "Lamp.swift", line: 9),
          status: .asleep(.seconds(1))
        ))
    }
    transitions.append(
      StateTransition(
        cause: cause, action: action, before: before, after: current, lastEffectIDBefore: 0))
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
  var effects: [RunningEffect] { running }
  var externalEffects: [RunningEffect] { effects.filter { $0.status == .external } }
  var nextDeadline: Duration? { nil }
  func advance(by duration: Duration) -> Bool { false }
  func settle(within limit: Duration, interrupt: Interrupt) -> Bool { true }
  func restore(to point: RestorePoint) -> [RunningEffect] { [] }
  func cancelEffects() -> [RunningEffect] {
    defer { running = [] }
    return running
  }
  func change(from old: Any, to new: Any) -> Change? {
    guard let old = old as? State, let new = new as? State, old != new else { return nil }
    return Change(reading: "- \(text(of: old))\n+ \(text(of: new))")
  }
  func text(of value: Any) -> String {
    guard let state = value as? State else { return "\(value)" }
    return (state.isOn ? "on" : "off") + (state.note.isEmpty ? "" : " \(state.note)")
  }
  func close() {}
}

struct LampFeature: DrivenFeature {
  var name = "lamp"
  let summary = "A lamp."
  let actionType: Any.Type = LampStore.Action.self
  let stateType: Any.Type = LampStore.State.self
  let promptContext = RunContext.preview
  let endpoints: [Endpoint] = []
  let syntax = ValueSyntax()
  let computed = ComputedProperties()
  var startState: Any { LampStore.State() }

  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    LampStore(state as? LampStore.State ?? LampStore.State())
  }
}
