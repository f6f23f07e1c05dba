import ComposableArchitecture
import Foundation

/// A list of contacts that all screens and other devices share.
@Reducer
public struct ContactsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Shared(.contacts) public var contacts
    @Presents public var destination: Destination.State?
    public var path = StackState<ContactDetailFeature.State>()

    public init() {}
  }

  public enum Action: Sendable {
    case addButtonTapped
    case contactTapped(id: Contact.ID)
    case deleteButtonTapped(id: Contact.ID)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<ContactDetailFeature>)
    case syncButtonTapped
    case task
  }

  @Reducer
  public enum Destination {
    case addContact(AddContactFeature)
    case alert(AlertState<Alert>)

    public enum Alert: Equatable, Sendable {
      case confirmDeletion(id: Contact.ID)
    }
  }

  @Dependency(\.contactBook) var contactBook
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let contact = Contact(id: uuid(), name: "")
        state.destination = .addContact(AddContactFeature.State(contact: contact))
        return .none

      case .contactTapped(let id):
        guard let contact = Shared(state.$contacts[id: id]) else { return .none }
        state.path.append(ContactDetailFeature.State(contact: contact))
        return .none

      case .deleteButtonTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.destination = .alert(.confirmDeletion(of: contact, .confirmDeletion(id: id)))
        return .none

      case .destination(.presented(.addContact(.delegate(.saveContact(let contact))))):
        state.$contacts.withLock { _ = $0.append(contact) }
        return .none

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.$contacts.withLock { _ = $0.remove(id: id) }
        return .none

      case .path(.element(let id, .delegate(.confirmDeletion))):
        guard let contact = state.path[id: id]?.contact else { return .none }
        state.$contacts.withLock { _ = $0.remove(id: contact.id) }
        return .none

      case .syncButtonTapped:
        return .run { _ in await contactBook.startSync() }

      case .task:
        return .run { [contacts = state.$contacts] _ in
          for await contact in contactBook.additions() {
            contacts.withLock { _ = $0.updateOrAppend(contact) }
          }
        }

      case .destination, .path:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path) { ContactDetailFeature() }
  }
}

extension ContactsFeature.Destination.State: Equatable {}
extension ContactsFeature.Destination.State: Sendable {}
extension ContactsFeature.Destination.Action: Sendable {}

extension AlertState {
  /// Returns an alert that asks whether to delete a contact. Its button sends `confirmation`.
  static func confirmDeletion(of contact: Contact, _ confirmation: Action) -> Self {
    AlertState {
      TextState("Delete \(contact.name)?")
    } actions: {
      ButtonState(role: .destructive, action: confirmation) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep") }
    } message: {
      TextState("This cannot be undone.")
    }
  }
}
