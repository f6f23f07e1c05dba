import Composable

/// A detail screen of one contact, with a button to delete it.
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

    /// Notifications to the feature that pushed the screen.
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
