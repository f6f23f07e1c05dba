import Observation

/// The connection of a store to the state that it shows, and to the store that receives its
/// actions.
///
/// Abstract base class; use a subclass.
@MainActor
class StoreScope<State, Action> {
  /// The observers of the root state.
  let observers: StoreObservers

  init(observers: StoreObservers) {
    self.observers = observers
  }

  deinit {
    observers.finishListeners(of: ObjectIdentifier(self))
  }

  /// Reads the state and registers the access for observation.
  final func read<Result>(_ body: (State) -> Result) -> Result {
    startObserving()
    if !isAwaitingChange { awaitChange() }
    wholeState.access()
    return peek(body)
  }

  private let wholeState = WholeStateObservable()
  /// Whether an access was registered since the last notification. Each observer is notified once.
  private var isAwaitingChange = false

  /// Notifies current observers when the state is replaced by another one. Changes inside an
  /// `ObservableState` are reported by its own registrar. Other states have no identity, so each
  /// action notifies their observers.
  private func awaitChange() {
    isAwaitingChange = true
    let identity = Self.identityFunction
    let lastIdentity = identity.map { peek($0) }
    observers.addChangeCheck { [weak self, wholeState] in
      // The state of a released scope is unknown, so its observers are notified and read again. The
      // scope may have been created for a single read.
      if let self, let identity, peek(identity) == lastIdentity { return true }
      self?.isAwaitingChange = false
      wholeState.notifyObservers()
      return false
    }
  }

  /// A function that returns the identity of a state. `nil` if the state type has no identities.
  private static var identityFunction: ((State) -> ObservableStateID?)? {
    guard let type = State.self as? any ObservableState.Type else { return nil }
    // PERFORMANCE: casting to `S` is cheaper than casting to `any ObservableState`.
    func open<S: ObservableState>(_ type: S.Type) -> (State) -> ObservableStateID? {
      { ($0 as? S)?._$id }
    }
    return open(type)
  }

  /// Starts notifying the observers of changes. Abstract.
  func startObserving() {
    preconditionFailure("Subclasses override startObserving().")
  }

  /// Reads the state without registering for observation. Abstract.
  func peek<Result>(_ body: (State) -> Result) -> Result {
    preconditionFailure("Subclasses override peek(_:).")
  }

  @discardableResult
  func send(_ action: Action) -> StoreTask {
    preconditionFailure("Subclasses override send(_:).")
  }
}

/// The scope of a root store: the store core itself.
final class RootScope<State, Action>: StoreScope<State, Action> {
  private let core: StoreCore<State, Action>

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    super.init(observers: StoreObservers())
  }

  override func startObserving() {
    // PERFORMANCE: a store without observers installs no callback, so its sends cost nothing extra.
    guard core.onActionsReduced == nil else { return }
    core.onActionsReduced = { [observers] in observers.notifyStateChange() }
    // Observers of an `ObservableState` are notified while the reducer runs, and code that the
    // reducer calls may also read. Both see the state before the action.
    core.keepsStateWhileReducing = true
  }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    core.withReadableState(body)
  }

  override func send(_ action: Action) -> StoreTask { StoreTask(core.send(action)) }
}

/// A child scope whose state is always present.
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

/// A child scope whose state may become absent. From then on it shows the last state.
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

/// An observable placeholder for the state of a scope. Observers retain it after the scope is
/// released.
private final class WholeStateObservable: Observable {
  private var value: Void { () }
  private let registrar = ObservationRegistrar()

  func access() { registrar.access(self, keyPath: \.value) }

  func notifyObservers() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
