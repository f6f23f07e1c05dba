import ComposableArchitecture

/// A sheet that asks for the name of a new contact.
@Reducer
public struct AddContactFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var contact: Contact
  }

  public enum Action: Equatable, Sendable {
    case nameChanged(String)
    case saveButtonTapped
    case cancelButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case saveContact(Contact)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.contact.name = name
        return .none

      case .saveButtonTapped:
        guard !state.contact.name.isEmpty else { return .none }
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
