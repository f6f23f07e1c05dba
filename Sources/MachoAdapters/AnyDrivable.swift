import Composable
import MachoArchitectures

/// A drivable object whose type of input is not known any more.
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
    // The session read what is sent as one of the feature's types.
    send = { if let input = $0 as? D.Input { object.send(input) } }
    restore = { object.restore($0) }
  }
}

/// Something to do, with the action that it comes from. A class, as effects hold actions inline.
final class WorkAction {
  let origin: Any
  let effect: Effect<WorkAction>

  init(origin: Any, effect: Effect<WorkAction>) {
    self.origin = origin
    self.effect = effect
  }
}

/// A reducer with nothing to reduce: it performs what it is ordered.
struct WorkReducer: Reducer {
  struct State {}

  func reduce(into state: inout State, action: WorkAction) -> Effect<WorkAction> { action.effect }
}
