import ComposableArchitecture

/// A detail screen of one contact. It changes the contact of the list.
@Reducer
public struct ContactDetailFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Shared public var contact: Contact
    @Presents public var alert: AlertState<Action.Alert>?

    public init(contact: Shared<Contact>) { _contact = contact }
  }

  public enum Action: Equatable, Sendable {
    case deleteButtonTapped
    case nameChanged(String)
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDeletion
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case confirmDeletion
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deleteButtonTapped:
        state.alert = .confirmDeletion(of: state.contact, .confirmDeletion)
        return .none

      case .nameChanged(let name):
        state.$contact.name.withLock { $0 = name }
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
    .ifLet(\.$alert, action: \.alert)
  }
}
