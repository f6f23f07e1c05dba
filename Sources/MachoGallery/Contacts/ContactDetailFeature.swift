import Composable

/// One contact on a screen of its own, from where it can be deleted.
struct ContactDetailFeature: Reducer {
  struct State: Equatable {
    let contact: Contact
    @PresentationState var alert: AlertState<Action.Alert>?
  }

  enum Action: Equatable {
    case deleteButtonTapped
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)

    enum Alert: Equatable {
      case confirmDeletion
    }

    /// What the feature that pushed the screen is told.
    enum Delegate: Equatable {
      case confirmDeletion
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.alert = .confirmDeletion(of: state.contact, .confirmDeletion)
        return .none

      case .alert(.presented(.confirmDeletion)):
        return .run { send in
          await send(.delegate(.confirmDeletion))
          await dismiss()
        }

      case .alert, .delegate:
        return .none
      }
    }
    .ifLet(\.$alert, action: /Action.alert)
  }
}
