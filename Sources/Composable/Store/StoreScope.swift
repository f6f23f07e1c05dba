import Observation

/// The way from a store to the state that it shows, and for actions back.
///
/// This class is never made; the others are.
@MainActor
class StoreScope<State, Action> {
  /// Who observes the state at the way's end.
  let observers: StoreObservers

  init(observers: StoreObservers) {
    self.observers = observers
  }

  deinit {
    observers.finishListeners(ObjectIdentifier(self))
  }

  /// Reads the state on behalf of somebody who may observe it.
  final func read<Result>(_ body: (State) -> Result) -> Result {
    startObserving()
    if !isAwaitingChange { awaitChange() }
    wholeState.access()
    return peek(body)
  }

  private let wholeState = WholeStateObservable()
  /// Whether somebody may have begun to observe since all were told; each is told only once.
  private var isAwaitingChange = false

  /// Has those who read it now told when the state is replaced by another. What changes inside of
  /// an observable state its own registrar tells; of any other state each action is told.
  private func awaitChange() {
    isAwaitingChange = true
    let identity = Self.identityFunction
    let seen = identity.map { peek($0) }
    observers.addChangeCheck { [weak self, wholeState] in
      // Of a store that is gone, as one that was made for a look, nobody can say what it would show
      // now; those who looked are told, and look again.
      if let self, let identity, peek(identity) == seen { return true }
      self?.isAwaitingChange = false
      wholeState.notifyObservers()
      return false
    }
  }

  /// Asks a state for its identity, if such states have one.
  private static var identityFunction: ((State) -> ObservableStateID?)? {
    guard let type = State.self as? any ObservableState.Type else { return nil }
    // To one type that is known here: to cast to any of the kind costs more than a small reducer.
    func open<S: ObservableState>(_ type: S.Type) -> (State) -> ObservableStateID? {
      { ($0 as? S)?._$id }
    }
    return open(type)
  }

  /// Sees to it that observers are told.
  func startObserving() {
    preconditionFailure("Each kind of link observes.")
  }

  /// Reads the state on behalf of nobody.
  func peek<Result>(_ body: (State) -> Result) -> Result {
    preconditionFailure("Each kind of link reads.")
  }

  @discardableResult
  func send(_ action: Action) -> StoreTask {
    preconditionFailure("Each kind of link sends.")
  }
}

/// The end of the way: the core itself.
final class RootScope<State, Action>: StoreScope<State, Action> {
  private let core: StoreCore<State, Action>

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    super.init(observers: StoreObservers())
  }

  override func startObserving() {
    // A store that nobody has looked at has nobody to tell, and nobody who looks meanwhile.
    guard core.onActionsReduced == nil else { return }
    core.onActionsReduced = { [observers] in observers.notifyStateChange() }
    // The observers of an observable state are told while the reducer runs; and what the reducer
    // calls may look as well. They see the state as it was before.
    core.keepsStateWhileReducing = true
  }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    core.withReadableState(body)
  }

  override func send(_ action: Action) -> StoreTask { StoreTask(core.send(action)) }
}

/// A step to a part of the state that is always there.
final class ChildScope<Parent, ParentAction, State, Action>: StoreScope<State, Action> {
  private let parent: StoreScope<Parent, ParentAction>
  private let toState: (Parent) -> State
  private let toParentAction: (Action) -> ParentAction

  init(
    _ parent: StoreScope<Parent, ParentAction>, state: @escaping (Parent) -> State,
    action: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
    super.init(observers: parent.observers)
  }

  override func startObserving() { parent.startObserving() }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    parent.peek { body(toState($0)) }
  }

  override func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }
}

/// A step to a part of the state that may go: from then on it shows the last that there was.
final class OptionalScope<Parent, ParentAction, State, Action>: StoreScope<State, Action> {
  private let parent: StoreScope<Parent, ParentAction>
  private let toState: (Parent) -> State?
  private let toParentAction: (Action) -> ParentAction
  private var lastState: State

  init(
    _ parent: StoreScope<Parent, ParentAction>, state: @escaping (Parent) -> State?,
    action: @escaping (Action) -> ParentAction, current: State
  ) {
    self.parent = parent
    toState = state
    toParentAction = action
    lastState = current
    super.init(observers: parent.observers)
  }

  override func startObserving() { parent.startObserving() }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    if let state = parent.peek(toState) { lastState = state }
    return body(lastState)
  }

  override func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }
}

/// Stands for the state at a link in what is observed; it outlives the link for those who observe.
private final class WholeStateObservable: Observable {
  private var value: Void { () }
  private let registrar = ObservationRegistrar()

  func access() { registrar.access(self, keyPath: \.value) }

  func notifyObservers() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
