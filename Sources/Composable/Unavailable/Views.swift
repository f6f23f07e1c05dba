// Names of upstream that this library cannot have. They exist for their message, which names the
// page that lists them. `Tests/Packages/Macros/Unavailable` shows the compiler's output.

/// Upstream's view of a view store.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct WithViewStore<Content> {
  /// Upstream's initializer.
  public init<State, Action, ViewState>(
    _ store: Store<State, Action>, observe toViewState: (State) -> ViewState,
    content: (ViewStore<ViewState, Action>) -> Content
  ) {}
}

/// Upstream's view of an optional child.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct IfLetStore<Content, Alternative> {
  /// Upstream's initializer.
  public init<State, Action>(
    _ store: Store<State?, Action>, then content: (Store<State, Action>) -> Content,
    else alternative: () -> Alternative
  ) {}

  /// Upstream's initializer.
  public init<State, Action>(
    _ store: Store<State?, Action>, then content: (Store<State, Action>) -> Content
  ) where Alternative == Void {}
}

/// Upstream's view of a collection.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct ForEachStore<Content> {
  /// Upstream's initializer.
  public init<ID: Hashable & Sendable, State, Action>(
    _ store: Store<IdentifiedArray<ID, State>, IdentifiedAction<ID, Action>>,
    content: (Store<State, Action>) -> Content
  ) {}
}

/// Upstream's view of an enum.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct SwitchStore<Content> {
  /// Upstream's initializer.
  public init<State, Action>(_ store: Store<State, Action>, content: (State) -> Content) {}
}

/// Upstream's view of a case.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct CaseLet<Content> {
  /// Upstream's initializer.
  public init<State, Action, CaseState, CaseAction>(
    _ toCaseState: (State) -> CaseState?, action fromCaseAction: (CaseAction) -> Action,
    then content: (Store<CaseState, CaseAction>) -> Content
  ) {}
}

/// Upstream's view of a stack.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct NavigationStackStore<Root, Destination> {
  /// Upstream's initializer.
  public init<State, Action>(
    _ store: Store<StackState<State>, StackAction<State, Action>>, root: () -> Root,
    destination: (State) -> Destination
  ) {}
}

/// Upstream's view that observes a store.
@available(
  *, unavailable,
  message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
)
public struct WithPerceptionTracking<Content> {
  /// Upstream's initializer.
  public init(content: () -> Content) {}
}

#if !canImport(SwiftUI)
  /// SwiftUI's protocol.
  @available(
    *, unavailable,
    message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
  )
  public protocol View {}

  /// SwiftUI's wrapper of an observable object in a view.
  @available(
    *, unavailable,
    message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
  )
  @propertyWrapper
  public struct Bindable<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  /// SwiftUI's wrapper of an observed object in a view.
  @available(
    *, unavailable,
    message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
  )
  @propertyWrapper
  public struct ObservedObject<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }

  /// SwiftUI's wrapper of an object that a view owns.
  @available(
    *, unavailable,
    message: "Composable has no views. See 'What cannot be' in TCACompatibility.md."
  )
  @propertyWrapper
  public struct StateObject<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  }
#endif
