/// The way from a store to the state that it shows, and for actions back.
///
/// This class is never made; the others are.
@MainActor
class StoreLink<State, Action> {
  /// Who observes the state at the way's end.
  let observers: StoreObservers

  init(observers: StoreObservers) {
    self.observers = observers
  }

  deinit {
    observers.end(ObjectIdentifier(self))
  }

  func read<Result>(_ body: (State) -> Result) -> Result {
    preconditionFailure("Each kind of link reads.")
  }

  @discardableResult
  func send(_ action: Action) -> StoreTask {
    preconditionFailure("Each kind of link sends.")
  }
}

/// The end of the way: the core itself.
final class RootLink<State, Action>: StoreLink<State, Action> {
  private let core: StoreCore<State, Action>

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    let observers = StoreObservers(identity: Self.identity(of: core.state))
    super.init(observers: observers)
    core.onLoop = { [unowned core] in
      observers.didChange(to: Self.identity(of: core.state))
    }
    // The observers of an observable state are told while the reducer runs. They may look.
    core.keepsStateWhileReducing = State.self is any ObservableState.Type
  }

  private static func identity(of state: State) -> ObservableStateID? {
    (state as? any ObservableState)?._$id
  }

  override func read<Result>(_ body: (State) -> Result) -> Result {
    observers.access()
    return core.withReadableState(body)
  }

  override func send(_ action: Action) -> StoreTask {
    let family = core.send(action)
    if family != nil { core.executor.onArrival?() }
    return StoreTask(family)
  }
}

/// A step to a part of the state that is always there.
final class PartLink<Parent, ParentAction, State, Action>: StoreLink<State, Action> {
  private let parent: StoreLink<Parent, ParentAction>
  private let toState: (Parent) -> State
  private let toParentAction: (Action) -> ParentAction

  init(
    _ parent: StoreLink<Parent, ParentAction>, state: @escaping (Parent) -> State,
    action: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
    super.init(observers: parent.observers)
  }

  override func read<Result>(_ body: (State) -> Result) -> Result {
    parent.read { body(toState($0)) }
  }

  override func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }
}

/// A step to a part of the state that may go: from then on it shows the last that there was.
final class OptionalLink<Parent, ParentAction, State, Action>: StoreLink<State, Action> {
  private let parent: StoreLink<Parent, ParentAction>
  private let toState: (Parent) -> State?
  private let toParentAction: (Action) -> ParentAction
  private var last: State

  init(
    _ parent: StoreLink<Parent, ParentAction>, state: @escaping (Parent) -> State?,
    action: @escaping (Action) -> ParentAction, current: State
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
    last = current
    super.init(observers: parent.observers)
  }

  override func read<Result>(_ body: (State) -> Result) -> Result {
    if let state = parent.read(toState) { last = state }
    return body(last)
  }

  override func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }
}
