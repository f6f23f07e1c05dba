import ComposablePlatform
import Observation

/// What one view observes of a store: a part of the state, and the actions that the view sends.
///
/// ```swift
/// let viewStore = ViewStore(store, observe: \.count)
/// viewStore.send(.incrementButtonTapped)
/// ```
///
/// Features with `@ObservableState` do not need it: they observe the store itself.
@MainActor
@dynamicMemberLookup
public final class ViewStore<ViewState, ViewAction> {
  private let store: Store<ViewState, ViewAction>
  private let isDuplicate: (_ lhs: ViewState, _ rhs: ViewState) -> Bool
  private let registrar = ObservationRegistrar()
  private var current: ViewState
  private var observation: StateObservation?
  private var listeners: [Listener] = []
  private var lastListener = 0

  /// Creates a view store of a part of the state, whose actions are transformed.
  public init<State, Action>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping (_ state: State) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action,
    removeDuplicates isDuplicate: @escaping (_ lhs: ViewState, _ rhs: ViewState) -> Bool
  ) {
    self.store = store.scope(state: toViewState, action: fromViewAction)
    self.isDuplicate = isDuplicate
    current = self.store.currentState
    observation = self.store.observeState { [weak self] in self?.update(to: $0) }
  }

  /// Creates a view store of a part of the state.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping (_ state: State) -> ViewState,
    removeDuplicates isDuplicate: @escaping (_ lhs: ViewState, _ rhs: ViewState) -> Bool
  ) {
    self.init(store, observe: toViewState, send: { $0 }, removeDuplicates: isDuplicate)
  }

  /// Creates a view store with the same store as another one.
  public convenience init(_ viewStore: ViewStore<ViewState, ViewAction>) {
    self.init(
      viewStore.store, observe: { $0 }, send: { $0 }, removeDuplicates: viewStore.isDuplicate)
  }

  /// The observed state. A caller that reads it with `withObservationTracking` is notified of
  /// changes.
  public var state: ViewState {
    registrar.access(self, keyPath: \.state)
    return current
  }

  /// A property of the observed state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<ViewState, Value>) -> Value {
    state[keyPath: keyPath]
  }

  /// Sends an action.
  @discardableResult
  public func send(_ action: ViewAction) -> StoreTask { store.send(action) }

  /// Sends an action. The animation has no effect without views.
  @discardableResult
  public func send(_ action: ViewAction, animation: Animation?) -> StoreTask { send(action) }

  /// Sends an action. The transaction has no effect without views.
  @discardableResult
  public func send(_ action: ViewAction, transaction: Transaction) -> StoreTask { send(action) }

  /// Sends an action, and returns when the state does not satisfy a condition.
  ///
  /// Cancelling the caller's task cancels the effects of the action.
  public func send(
    _ action: ViewAction, while predicate: @escaping (_ state: ViewState) -> Bool
  ) async {
    let task = send(action)
    await withTaskCancellationHandler {
      await yield(while: predicate)
    } onCancel: {
      task.cancel()
    }
  }

  /// Sends an action, and returns when the state does not satisfy a condition.
  public func send(
    _ action: ViewAction, animation: Animation?,
    while predicate: @escaping (_ state: ViewState) -> Bool
  ) async {
    await send(action, while: predicate)
  }

  /// Returns when the state does not satisfy a condition, or when the task is cancelled.
  public func yield(while predicate: @escaping (_ state: ViewState) -> Bool) async {
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observation = store.observeState { _ in continuation.yield() }
    defer { observation.cancel() }
    guard predicate(current) else { return }
    for await _ in changes where !predicate(current) { return }
  }

  private func update(to state: ViewState) {
    guard !isDuplicate(current, state) else { return }
    for listener in listeners { listener.willChange() }
    registrar.withMutation(of: self, keyPath: \.state) { current = state }
    for listener in listeners { listener.onChange(state) }
  }

  /// The observed state, without registering an access for observation.
  package var currentState: ViewState { current }

  private struct Listener {
    let id: Int
    let willChange: @MainActor () -> Void
    let onChange: @MainActor (ViewState) -> Void
  }

  /// Calls `willChange` before each change to a state that is not a duplicate, and `onChange` with the
  /// state after it, until the listener is removed.
  package func addListener(
    willChange: @escaping @MainActor () -> Void = {},
    onChange: @escaping @MainActor (_ state: ViewState) -> Void = { _ in }
  ) -> Int {
    lastListener += 1
    listeners.append(Listener(id: lastListener, willChange: willChange, onChange: onChange))
    return lastListener
  }

  package func removeListener(_ id: Int) { listeners.removeAll { $0.id == id } }
}

extension ViewStore: Observable {}

extension ViewStore where ViewState: Equatable {
  /// Creates a view store of a part of the state. Equal states are duplicates.
  public convenience init<State>(
    _ store: Store<State, ViewAction>,
    observe toViewState: @escaping (_ state: State) -> ViewState
  ) {
    self.init(store, observe: toViewState, removeDuplicates: { $0 == $1 })
  }

  /// Creates a view store of a part of the state, whose actions are transformed. Equal states are
  /// duplicates.
  public convenience init<State, Action>(
    _ store: Store<State, Action>,
    observe toViewState: @escaping (_ state: State) -> ViewState,
    send fromViewAction: @escaping (_ viewAction: ViewAction) -> Action
  ) {
    self.init(store, observe: toViewState, send: fromViewAction, removeDuplicates: { $0 == $1 })
  }
}

extension ViewStore where ViewState == Void {
  /// Creates a view store that only sends actions.
  public convenience init(_ store: Store<Void, ViewAction>) {
    self.init(store, observe: { $0 }, removeDuplicates: { _, _ in true })
  }
}

/// A view store of a feature.
public typealias ViewStoreOf<R: _ReducerTypes> = ViewStore<R.State, R.Action>
