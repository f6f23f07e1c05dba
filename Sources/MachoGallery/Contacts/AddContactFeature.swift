import Composable

/// A sheet that asks for the name of a new contact.
struct AddContactFeature: Reducer {
  struct State: Equatable {
    var contact: Contact

    var canSave: Bool { !contact.name.isEmpty }
  }

  enum Action: Equatable {
    case nameChanged(String)
    case saveButtonTapped
    case cancelButtonTapped
    case delegate(Delegate)

    /// Notifications to the feature that presents the sheet.
    enum Delegate: Equatable {
      case saveContact(Contact)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.contact.name = name
        return .none

      case .saveButtonTapped:
        guard state.canSave else { return .none }
        return .run { [contact = state.contact] send in
          await send(.delegate(.saveContact(contact)))
          await dismiss()
        }

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .delegate:
        return .none
      }
    }
  }
}
