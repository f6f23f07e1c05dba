import CasePaths
import ComposableArchitecture

@Reducer
public struct ContactDetail: Sendable {
  @ObservableState
  public struct State: Equatable {
    public let contact: Contact
    @Presents public var alert: AlertState<Action.Alert>?

    public init(contact: Contact) {
      self.contact = contact
    }
  }

  public enum Action: ViewAction {
    case alert(PresentationAction<Alert>)
    case delegate(Delegate)
    case view(View)

    public enum Alert: Equatable, Sendable {
      case confirmDeletion
    }

    public enum Delegate {
      case confirmDeletion
    }

    public enum View {
      case deleteButtonTapped
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion)):
        return .run { send in
          await send(.delegate(.confirmDeletion))
          await dismiss()
        }
      case .alert, .delegate:
        return .none
      case .view(.deleteButtonTapped):
        state.alert = AlertState {
          TextState("Delete?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
        }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

/// The logic of a view, without SwiftUI.
@ViewAction(for: ContactDetail.self)
public struct ContactDetailScreen {
  public let store: StoreOf<ContactDetail>

  public init(store: StoreOf<ContactDetail>) {
    self.store = store
  }

  @MainActor public func delete() {
    send(.deleteButtonTapped)
  }
}
