@testable import Composable

/// A store core on its own executor, with a record of its transitions and effect events.
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

  /// Creates a core whose reducer maps actions to effects and counts them as its state.
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
    // A task that never runs to its end is never freed.
    core.onAction = nil
    core.onEffect = nil
    core.cancelEffects { _ in true }
    executor.drain(acceptingExternalJobs: true)
  }

  /// Sends an action and runs its effects until the executor is idle.
  func send(_ action: Action) {
    core.send(action)
    executor.drain()
  }

  /// Accepts external jobs until no effect is in flight.
  func waitForExternalWork() {
    executor.drain(acceptingExternalJobs: true)
    while !core.effects.isEmpty, executor.waitForExternalJob(until: .now + .seconds(300)) {
      executor.drain(acceptingExternalJobs: true)
    }
  }
}
