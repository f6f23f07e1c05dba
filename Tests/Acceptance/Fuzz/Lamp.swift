import Foundation
import MachoDiff
import MachoSessions
import MachoValues

/// A feature without a runtime: the fuzzer tests the driver, not a store.
struct Lamp: DrivenFeature {
  struct State: Equatable {
    var isOn = false
    var level = 3
    var label: String? = "a"
    var history: [Int] = [1, 2]
    var rooms: [String: Double] = ["hall": 0.5]
  }

  indirect enum Action: Equatable {
    case toggle
    case dim(to: Int)
    case rename(String, from: String?)
    case nested(Action)
    case loaded(Result<String, Problem>)
  }

  struct Problem: Error, Equatable {
    var code: Int
  }

  let name = "lamp"
  let summary = "A lamp."
  let actionType: Any.Type = Action.self
  let stateType: Any.Type = State.self
  let promptContext = RunContext.test
  let endpoints: [Endpoint] = [
    Endpoint(
      name: "grid.price", argumentTypes: [Int.self, String.self], valueType: Double.self,
      canThrow: true, isAsync: true)
  ]
  let syntax = ValueSyntax()
  let computed = ComputedProperties()
  var startState: Any { State() }

  func open(_ state: Any, in context: RunContext, stubs: StubTable) -> any DrivenStore {
    LampStore(state as? State ?? State())
  }
}

/// Reduces immediately. `dim` causes a received `toggle`.
final class LampStore: DrivenStore {
  private var lamp: Lamp.State
  private var transitions: [StateTransition] = []

  init(_ state: Lamp.State) { lamp = state }

  var state: Any { lamp }

  func send(_ action: Any) {
    guard let action = action as? Lamp.Action else { return }
    reduce(action, .sent)
    if case .dim = action { reduce(.toggle, .received(effect: nil)) }
  }

  private func reduce(_ action: Lamp.Action, _ cause: StateTransition.Cause) {
    let before = lamp
    switch action {
    case .toggle, .nested: lamp.isOn.toggle()
    case .dim(let level): lamp.level = level
    case .rename(let label, _): lamp.label = label
    case .loaded: lamp.history.append(lamp.history.count)
    }
    transitions.append(
      StateTransition(
        cause: cause, action: action, before: before, after: lamp, lastEffectIDBefore: 0))
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
  var effects: [RunningEffect] { [] }
  var externalEffects: [RunningEffect] { [] }
  var nextDeadline: Duration? { nil }
  func advance(by duration: Duration) -> Bool { true }
  func settle(within limit: Duration, interrupt: Interrupt) -> Bool { true }
  func restore(to point: RestorePoint) -> [RunningEffect] {
    lamp = point.state as? Lamp.State ?? lamp
    return []
  }
  func cancelEffects() -> [RunningEffect] { [] }
  func change(from old: Any, to new: Any) -> Change? {
    let (old, new) = (text(of: old), text(of: new))
    return old == new ? nil : Change(reading: "- \(old)\n+ \(new)")
  }
  func text(of value: Any) -> String { ValueSyntax().print(value) }
  func close() {}
}
