import ComposablePlatform
import CustomDump

/// A property of a view's state that is bound to a `@BindingState` property of the feature.
///
/// ```swift
/// struct ViewState: Equatable {
///   @BindingViewState var query: String
/// }
///
/// ViewStore(store, observe: { ViewState(query: $0.$query) })
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct BindingViewState<Value> {
  let binding: Binding<Value>
  private let initialValue: Value

  init(binding: Binding<Value>) {
    self.binding = binding
    initialValue = binding.wrappedValue
  }

  /// The value in the feature's state. Setting it sends a binding action.
  public var wrappedValue: Value {
    get { binding.wrappedValue }
    nonmutating set { binding.wrappedValue = newValue }
  }

  /// The binding to the feature's state.
  public var projectedValue: Binding<Value> { binding }

  /// A part of the bound value.
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> BindingViewState<Subject> {
    BindingViewState<Subject>(binding: binding[dynamicMember: keyPath])
  }
}

extension BindingViewState: Equatable where Value: Equatable {
  /// Whether both values are equal now and were equal when the view's state was created.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.initialValue == rhs.initialValue && lhs.wrappedValue == rhs.wrappedValue
  }
}

extension BindingViewState: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(initialValue)
    hasher.combine(wrappedValue)
  }
}

extension BindingViewState: CustomReflectable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BindingViewState: CustomDumpRepresentable {
  /// The bound value.
  public var customDumpValue: Any { wrappedValue }
}

/// A store whose `@BindingState` properties a view's state is created from.
@MainActor
@dynamicMemberLookup
@propertyWrapper
public struct BindingViewStore<State> {
  private let store: Store<State, BindingAction<State>>

  init<Action: BindableAction>(store: Store<State, Action>) where Action.State == State {
    self.store = store.scope(state: { $0 }, action: { .binding($0) })
  }

  /// Creates a store from its projection.
  public init(projectedValue: Self) { self = projectedValue }

  /// The feature's state.
  public var wrappedValue: State { store.state }

  /// The store itself, for `$0.$query`.
  public var projectedValue: Self { self }

  /// A property of the feature's state.
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    store.withState { $0[keyPath: keyPath] }
  }

  /// The view's side of a property marked `@BindingState`.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: any WritableKeyPath<State, BindingState<Value>> & Sendable
  ) -> BindingViewState<Value> {
    let viewStore = ViewStore(
      store, observe: { $0[keyPath: keyPath].wrappedValue }, removeDuplicates: { $0 == $1 })
    return BindingViewState(
      binding: viewStore.binding(
        get: { $0 }, send: { BindingAction.setFromBinding(keyPath, $0) }))
  }
}

extension TestStore where Action: BindableAction, Action.State == State {
  /// A store of the current state, to create a view's state from: `ViewState(query: store.bindings.$query)`.
  public var bindings: BindingViewStore<State> {
    BindingViewStore(
      store: Store(initialState: state) { BindingReducer<State, Action, Action>() })
  }
}

extension TestStore {
  /// A store of the current state, to create a view's state from.
  ///
  /// - Parameter toViewAction: The case of the actions that the view sends.
  public func bindings<ViewAction: BindableAction>(
    action toViewAction: CaseKeyPath<Action, ViewAction>
  ) -> BindingViewStore<State> where ViewAction.State == State {
    bindings(action: AnyCasePath(toViewAction))
  }

  /// A store of the current state, to create a view's state from.
  ///
  /// - Parameter toViewAction: The case of the actions that the view sends.
  public func bindings<ViewAction: BindableAction>(
    action toViewAction: AnyCasePath<Action, ViewAction>
  ) -> BindingViewStore<State> where ViewAction.State == State {
    BindingViewStore(
      store: Store<State, ViewAction>(initialState: state) {
        BindingReducer<State, ViewAction, ViewAction>()
      })
  }
}
