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

  @Dependency(\.uuid) private var newID

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.presentSheet(forNew: Contact(id: newID(), name: ""))

      case .contactTapped(let id):
        state.pushDetail(of: id)

      case .deleteButtonTapped(let id):
        state.askBeforeDeleting(id)

      case .destination(.presented(.addContact(.delegate(.saveContact(let saved))))):
        state.contacts[id: saved.id] = saved

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.contacts[id: id] = nil

      case .path(.element(let screen, .delegate(.confirmDeletion))):
        state.deleteContact(shownOn: screen)

      case .destination, .path:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: /Action.destination) { Destination() }
    .forEach(\.path, action: /Action.path) { ContactDetailFeature() }
  }
}

extension ContactsFeature.State {
  fileprivate mutating func presentSheet(forNew contact: Contact) {
    destination = .addContact(AddContactFeature.State(contact: contact))
  }

  /// Pushes the detail screen of a contact. Does nothing if the contact is unknown.
  fileprivate mutating func pushDetail(of id: Contact.ID) {
    if let contact = contacts[id: id] { path.append(ContactDetailFeature.State(contact: contact)) }
  }

  /// Presents the alert that confirms a deletion. Does nothing if the contact is unknown.
  fileprivate mutating func askBeforeDeleting(_ id: Contact.ID) {
    guard let contact = contacts[id: id] else { return }
    destination = .alert(.confirmDeletion(of: contact, .confirmDeletion(id: id)))
  }

  /// Deletes the contact of a detail screen on the stack.
  fileprivate mutating func deleteContact(shownOn screen: StackElementID) {
    if let detail = path[id: screen] { contacts[id: detail.contact.id] = nil }
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
