import Composable
import Foundation

/// A list of contacts. A sheet adds one, an alert deletes one, and a tap shows its details.
struct ContactsFeature: Reducer {
  struct State: Equatable {
    var contacts: IdentifiedArrayOf<Contact> = []
    @PresentationState var destination: Destination.State?
    var path = StackState<ContactDetailFeature.State>()
  }

  enum Action: Equatable {
    case addButtonTapped
    case contactTapped(id: Contact.ID)
    case deleteButtonTapped(id: Contact.ID)
    case destination(PresentationAction<Destination.Action>)
    case path(StackAction<ContactDetailFeature.State, ContactDetailFeature.Action>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let contact = Contact(id: uuid(), name: "")
        state.destination = .addContact(AddContactFeature.State(contact: contact))
        return .none

      case .contactTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.path.append(ContactDetailFeature.State(contact: contact))
        return .none

      case .deleteButtonTapped(let id):
        guard let contact = state.contacts[id: id] else { return .none }
        state.destination = .alert(.confirmDeletion(of: contact, .confirmDeletion(id: id)))
        return .none

      case .destination(.presented(.addContact(.delegate(.saveContact(let contact))))):
        state.contacts.append(contact)
        return .none

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.contacts.remove(id: id)
        return .none

      case .path(.element(let id, .delegate(.confirmDeletion))):
        guard let detail = state.path[id: id] else { return .none }
        state.contacts.remove(id: detail.contact.id)
        return .none

      case .destination, .path:
        return .none
      }
    }
    .ifLet(\.$destination, action: /Action.destination) { Destination() }
    .forEach(\.path, action: /Action.path) { ContactDetailFeature() }
  }
}

extension ContactsFeature {
  /// The screen presented over the list: one at a time.
  struct Destination: Reducer {
    enum State: Equatable {
      case addContact(AddContactFeature.State)
      case alert(AlertState<Action.Alert>)
    }

    enum Action: Equatable {
      case addContact(AddContactFeature.Action)
      case alert(Alert)

      enum Alert: Equatable {
        case confirmDeletion(id: Contact.ID)
      }
    }

    var body: some ReducerOf<Self> {
      Scope(state: /State.addContact, action: /Action.addContact) { AddContactFeature() }
    }
  }
}
