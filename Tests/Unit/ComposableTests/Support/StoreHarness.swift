@testable import Composable

/// A core on an executor of its own, and what happened to it.
final class StoreHarness<State, Action> {
  struct Transition {
    let before: State
    let after: State
    let cause: ActionCause
  }

  let executor = StoreExecutor()
  let core: StoreCore<State, Action>
  private(set) var actions: [Action] = []
  private(set) var transitions: [Transition] = []
  private(set) var events: [String] = []

  init(
    _ state: State, dependencies: DependencyValues = DependencyValues(context: .test),
    @ReducerBuilder<State, Action> _ reducer: () -> some Reducer<State, Action>
  ) {
    core = StoreCore(
      initialState: state, executor: executor, reducer: reducer(), dependencies: dependencies)
    core.onAction = { [unowned self] action, before, after, cause, _ in
      actions.append(action)
      transitions.append(Transition(before: before, after: after, cause: cause))
    }
    core.onEffect = { [unowned self] event in
      switch event {
      case .started(let effect): events.append("started \(effect.id)")
      case .finished(let effect): events.append("finished \(effect.id)")
      case .cancelled(let effect): events.append("cancelled \(effect.id)")
      case .failed(let effect, let error): events.append("failed \(effect.id) \(error)")
      }
    }
  }

  /// A core whose reducer maps actions to effects and keeps no state.
  convenience init(
    dependencies: DependencyValues = DependencyValues(context: .test),
    _ effect: @escaping (Action) -> Effect<Action>
  ) where State == Int {
    self.init(0, dependencies: dependencies) {
      Reduce { count, action in
        count += 1
        return effect(action)
      }
    }
  }

  deinit {
    // A task that is never run again is never freed.
    core.onAction = nil
    core.onEffect = nil
    core.cancelEffects { _ in true }
    executor.drain(admittingArrivals: true)
  }

  /// Sends an action and lets its effects go on until the executor is quiescent.
  func send(_ action: Action) {
    core.send(action)
    executor.drain()
  }

  /// Lets in what comes from outside until no effect is left.
  func waitForExternalWork() {
    executor.drain(admittingArrivals: true)
    while !core.effects.isEmpty, executor.waitForExternalJob(until: .now + .seconds(300)) {
      executor.drain(admittingArrivals: true)
    }
  }
}
