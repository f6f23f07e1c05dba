import Composable

/// A drivable object with a type-erased input.
struct AnyDrivable<State: Equatable & SendableMetatype> {
  var state: () -> State
  var send: (Any) -> Void
  var restore: (State) -> Bool

  init(
    state: @escaping () -> State, send: @escaping (Any) -> Void,
    restore: @escaping (State) -> Bool = { _ in false }
  ) {
    self.state = state
    self.send = send
    self.restore = restore
  }

  init<D: Drivable>(_ object: D) where D.State == State {
    state = { object.state }
    // The session reads sent values as one of the feature's types.
    send = { if let input = $0 as? D.Input { object.send(input) } }
    restore = { object.restore($0) }
  }
}

/// An effect to run, with the action that started it. A class, as effects store actions inline.
final class WorkAction {
  let origin: Any
  let effect: Effect<WorkAction>

  init(origin: Any, effect: Effect<WorkAction>) {
    self.origin = origin
    self.effect = effect
  }
}

/// A reducer without state. It returns the effect of its action.
struct WorkReducer: Reducer {
  struct State {}

  func reduce(into state: inout State, action: WorkAction) -> Effect<WorkAction> { action.effect }
}
