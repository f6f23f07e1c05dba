public import ComposableArchitecture
public import SeedSwiftUI

// Upstream's views of stores, with the stand-ins for SwiftUI. Modules import each by its name, which
// takes precedence over the names that the library declares unavailable.

/// What a view observes of a store.
public struct WithViewStore: SeedSwiftUI.View {
  public let body: Element

  public init<State, Action, ViewState>(
    _ store: Store<State, Action>, observe toViewState: @escaping (State) -> ViewState,
    @SeedSwiftUI.ViewBuilder content: (ViewStore<ViewState, Action>) -> Element
  ) {
    body = content(ViewStore(store, observe: toViewState, removeDuplicates: { _, _ in false }))
  }
}

/// The last screen of a stack, or its root.
public struct NavigationStackStore: SeedSwiftUI.View {
  public let body: Element

  public init<State, Action>(
    _ store: Store<StackState<State>, StackAction<State, Action>>,
    @SeedSwiftUI.ViewBuilder root: () -> Element,
    @SeedSwiftUI.ViewBuilder destination: (Store<State, Action>) -> Element
  ) {
    let stack = store.withState { $0 }
    if let last = stack.ids.last, let state = stack[id: last] {
      body = destination(
        store.scope(state: { $0[id: last] ?? state }, action: { .element(id: last, action: $0) }))
    } else {
      body = root().following { value in
        guard let state = value as? State else { return }
        // The root is only shown, and tapped, while nothing is pushed.
        store.send(.push(id: 0, state: state))
      }
    }
  }
}

extension SeedSwiftUI.NavigationLink {
  /// A link that pushes the state of a feature.
  public init(state: some Sendable, @SeedSwiftUI.ViewBuilder label: () -> Element) {
    self.init(value: 0, label: label)
    body.link = state
  }
}

extension SeedSwiftUI.View {
  /// Shows a sheet while a case of the presented state is there.
  public func sheet<State, Action, ChildState, ChildAction>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state path: AnyCasePath<State, ChildState>, action: @escaping (ChildAction) -> Action,
    @SeedSwiftUI.ViewBuilder content: (Store<ChildState, ChildAction>) -> Element
  ) -> Element {
    let child = store.withState { $0.wrappedValue }.flatMap(path.extract)
    return with { element in
      guard let child else { return }
      let scoped = store.scope(
        state: { $0.wrappedValue.flatMap(path.extract) ?? child },
        action: { .presented(action($0)) })
      element.parts.append(content(scoped))
    }
  }

  /// Shows an alert while a case of the presented state is there.
  public func alert<State, Action, AlertAction>(
    store: Store<PresentationState<State>, PresentationAction<Action>>,
    state path: AnyCasePath<State, AlertState<AlertAction>>,
    action: @escaping (AlertAction) -> Action
  ) -> Element {
    let alert = store.withState { $0.wrappedValue }.flatMap(path.extract)
    return with { element in
      guard let alert else { return }
      element.parts.append(
        alert.element { store.send($0.map { .presented(action($0)) } ?? .dismiss) })
    }
  }

  /// Shows an alert while its store is there.
  public func alert<Action>(
    _ item: SeedSwiftUI.Binding<Store<AlertState<Action>, Action>?>
  ) -> Element {
    with { element in
      guard let store = item.wrappedValue else { return }
      element.parts.append(
        store.withState { $0 }.element { action in
          if let action { store.send(action) } else { item.wrappedValue = nil }
        })
    }
  }
}

extension AlertState {
  /// The alert as an element. Without buttons it has one that dismisses it.
  @MainActor
  fileprivate func element(send: @escaping (Action?) -> Void) -> Element {
    let buttons = buttons.map { button in
      Element(text: String(state: button.label), action: { button.withAction { send($0) } })
    }
    let texts = [title, message].compactMap { $0 }.map { Element(text: String(state: $0)) }
    let dismissal = buttons.isEmpty ? [Element(text: "OK", action: { send(nil) })] : []
    return Element(parts: texts + buttons + dismissal)
  }
}

/// A store in a view, with bindings to the children that it presents.
@MainActor
@propertyWrapper public struct Bindable<Model> {
  public let wrappedValue: Model

  public init(wrappedValue: Model) { self.wrappedValue = wrappedValue }

  public var projectedValue: Self { self }

  public func scope<State, Action, ChildState, ChildAction>(
    state: KeyPath<State, ChildState?>,
    action: CaseKeyPath<Action, PresentationAction<ChildAction>>
  ) -> SeedSwiftUI.Binding<Store<ChildState, ChildAction>?> where Model == Store<State, Action> {
    SeedSwiftUI.Binding {
      wrappedValue.scope(state: state, action: action.appending(path: \.presented))
    } set: { child in
      if child == nil { wrappedValue.send(action(.dismiss)) }
    }
  }
}
