import Observation

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

  /// Reads the state on behalf of somebody who may observe it.
  final func read<Result>(_ body: (State) -> Result) -> Result {
    observe()
    if !isWatched { watch() }
    watched.access()
    return peek(body)
  }

  private let watched = WatchedState()
  /// Whether somebody may have begun to observe since all were told; each is told only once.
  private var isWatched = false

  /// Has those who read it now told when the state is replaced by another. What changes inside of
  /// an observable state its own registrar tells; of any other state each action is told.
  private func watch() {
    isWatched = true
    let identity = Self.identity
    let seen = identity.map { peek($0) }
    observers.watch { [weak self, watched] in
      // Of a store that is gone, as one that was made for a look, nobody can say what it would show
      // now; those who looked are told, and look again.
      if let self, let identity, peek(identity) == seen { return true }
      self?.isWatched = false
      watched.tell()
      return false
    }
  }

  /// Asks a state for its identity, if such states have one.
  private static var identity: ((State) -> ObservableStateID?)? {
    guard let type = State.self as? any ObservableState.Type else { return nil }
    // To one type that is known here: to cast to any of the kind costs more than a small reducer.
    func open<S: ObservableState>(_ type: S.Type) -> (State) -> ObservableStateID? {
      { ($0 as? S)?._$id }
    }
    return open(type)
  }

  /// Sees to it that observers are told.
  func observe() {
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
final class RootLink<State, Action>: StoreLink<State, Action> {
  private let core: StoreCore<State, Action>

  init(_ core: StoreCore<State, Action>) {
    self.core = core
    super.init(observers: StoreObservers())
  }

  override func observe() {
    // A store that nobody has looked at has nobody to tell, and nobody who looks meanwhile.
    guard core.onLoop == nil else { return }
    core.onLoop = { [observers] in observers.didChange() }
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

  override func observe() { parent.observe() }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    parent.peek { body(toState($0)) }
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

  override func observe() { parent.observe() }

  override func peek<Result>(_ body: (State) -> Result) -> Result {
    if let state = parent.peek(toState) { last = state }
    return body(last)
  }

  override func send(_ action: Action) -> StoreTask {
    parent.send(toParentAction(action))
  }
}

/// Stands for the state at a link in what is observed; it outlives the link for those who observe.
private final class WatchedState: Observable {
  private var whole: Void { () }
  private let registrar = ObservationRegistrar()

  func access() { registrar.access(self, keyPath: \.whole) }

  func tell() { registrar.withMutation(of: self, keyPath: \.whole) {} }
}
