import ComposableArchitecture

/// A sheet that lets the user choose one of several options.
@Reducer
package struct Chooser<Option: Equatable & Identifiable & Sendable> where Option.ID: Sendable {
  @ObservableState
  package struct State: Equatable {
    let title: String
    var options: IdentifiedArrayOf<Option>
    var query = ""
  }

  package enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelTapped
    case delegate(Delegate)
    case optionTapped(Option.ID)

    @CasePathable
    package enum Delegate { case chose(Option) }
  }

  @Dependency(\.dismiss) private var dismiss
  @Dependency(\.isPresented) private var isPresented

  package init() {}

  package var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .optionTapped(let id):
        guard let option = state.options[id: id] else { return .none }
        return .run { send in
          await send(.delegate(.chose(option)))
          if isPresented { await dismiss() }
        }
      case .cancelTapped:
        return .run { _ in await dismiss() }
      case .binding, .delegate:
        return .none
      }
    }
  }
}
