import ComposableArchitecture
import IdentifiedCollections

@Reducer
public struct ContactList: Sendable {
  @Reducer
  public enum Destination {
    case add(AddContact)
    case alert(AlertState<Alert>)

    public enum Alert: Equatable, Sendable {
      case confirmDeletion(id: Contact.ID)
    }
  }

  @Reducer
  public enum Path {
    case detail(ContactDetail)
    @ReducerCaseIgnored
    case help(topic: String)
  }

  @ObservableState
  public struct State: Equatable {
    public var contacts: IdentifiedArrayOf<Contact> = []
    @Presents public var destination: Destination.State?
    public var path = StackState<Path.State>()

    public init(contacts: IdentifiedArrayOf<Contact> = []) {
      self.contacts = contacts
    }
  }

  public enum Action {
    case addButtonTapped
    case contactTapped(id: Contact.ID)
    case deleteButtonTapped(id: Contact.ID)
    case destination(PresentationAction<Destination.Action>)
    case loaded(Result<[Contact], any Error>)
    case path(StackActionOf<Path>)
    case refreshed
  }

  @Dependency(\.contactsClient) var client
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(AddContact.State(contact: Contact(id: uuid(), name: "")))
        return .none
      case .contactTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.path.append(.detail(ContactDetail.State(contact: contact)))
        return .none
      case .deleteButtonTapped(let id):
        state.destination = .alert(.confirmingDeletion(id: id))
        return .none
      case .destination(.presented(.add(.delegate(.saveContact(let contact))))):
        state.contacts.append(contact)
        return .none
      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.contacts.remove(id: id)
        return .none
      case .destination:
        return .none
      case .loaded(.success(let contacts)):
        state.contacts = IdentifiedArray(uniqueElements: contacts)
        return .none
      case .loaded(.failure):
        return .none
      case .path(.element(let id, .detail(.delegate(.confirmDeletion)))):
        guard let contact = state.path[id: id]?.detail?.contact else { return .none }
        state.contacts.remove(id: contact.id)
        return .none
      case .path:
        return .none
      case .refreshed:
        return .run { send in
          do {
            await send(.loaded(.success(try await client.load())))
          } catch {
            await send(.loaded(.failure(error)))
          }
        }
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension ContactList.Destination.State: Equatable {}
extension ContactList.Path.State: Equatable {}

extension AlertState where Action == ContactList.Destination.Alert {
  public static func confirmingDeletion(id: Contact.ID) -> Self {
    Self {
      TextState("Are you sure?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(id: id)) { TextState("Delete") }
    }
  }
}
