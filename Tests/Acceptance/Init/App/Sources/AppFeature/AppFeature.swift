import ComposableArchitecture
import OrdersFeature

@Reducer
public enum AppFeature {
  case orders(OrdersFeature)
  case settings(Settings)
}

extension AppFeature.State: Equatable {}

@Reducer
public struct Settings {
  public struct State: Equatable {
    @Shared(.inMemory("isDark")) var isDark = false

    public init() {}
  }

  public enum Action { case darkTapped }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$isDark.withLock { $0.toggle() }
      return .none
    }
  }
}

/// A reducer of any list.
@Reducer
struct Selection<Element: Equatable & Sendable> {
  struct State: Equatable { var selected: Element? }
  enum Action { case select(Element?) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .select(let element): state.selected = element
      }
      return .none
    }
  }
}

/// A reducer that needs a function.
@Reducer
struct Validation {
  struct State: Equatable { var text = "" }
  enum Action { case changed(String) }

  let isValid: @Sendable (String) -> Bool

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .changed(let text) = action, isValid(text) { state.text = text }
      return .none
    }
  }
}
