// swift-format-ignore-file
// galleryContacts, as a test of a TestStore: written by 'export swift'.

import Composable
import Foundation
import Testing

@testable import MachoGallery

@MainActor
@Test func galleryContacts() async {
  // The book of contacts: a sheet adds one, an alert deletes one, a tap shows one on the stack.
  let store = TestStore(initialState: ContactsFeature.State(contacts: [], path: StackState())) {
    ContactsFeature()
  } withDependencies: {
    $0.uuid = .incrementing
  }

  // adding one
  await store.send(.addButtonTapped) {
    $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(0), name: "")))
  }
  await store.send(.destination(.presented(.addContact(.nameChanged("Blob"))))) {
    $0.destination = .addContact(
      AddContactFeature.State(contact: Contact(id: UUID(0), name: "Blob"))
    )
  }
  await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
  await store.receive(
    .destination(
      .presented(.addContact(.delegate(.saveContact(Contact(id: UUID(0), name: "Blob")))))
    )
  ) {
    $0.contacts = [Contact(id: UUID(0), name: "Blob")]
  }
  await store.receive(.destination(.dismiss)) { $0.destination = nil }
  #expect(store.state.contacts.count == 1)
  #expect(store.state.contacts[0].name == "Blob")
  #expect(store.state.destination == nil)

  // a name is needed, and one can think better of it
  await store.send(.addButtonTapped) {
    $0.destination = .addContact(AddContactFeature.State(contact: Contact(id: UUID(1), name: "")))
  }
  await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
  if case .addContact(let addContact)? = store.state.destination {
    #expect(addContact.contact.name == "")
  } else {
    Issue.record("store.state.destination is another case")
  }
  await store.send(.destination(.presented(.addContact(.cancelButtonTapped))))
  await store.receive(.destination(.dismiss)) { $0.destination = nil }
  #expect(store.state.contacts.count == 1)

  // deleting one
  await store.send(.deleteButtonTapped(id: UUID(0))) {
    $0.destination = .alert(
      AlertState(
        title: TextState("Delete Blob?"),
        message: TextState("This cannot be undone."),
        buttons: [
          .destructive(
            TextState("Delete"),
            action: .send(.confirmDeletion(id: UUID(0)))
          ),
          .cancel(TextState("Keep"))
        ]
      )
    )
  }
  await store.send(.destination(.presented(.alert(.confirmDeletion(id: UUID(0)))))) {
    $0.contacts = []
    $0.destination = nil
  }
  #expect(store.state.contacts.isEmpty)
  #expect(store.state.destination == nil)

  // keeping one
  let store2 = TestStore(
    initialState: ContactsFeature.State(
      contacts: [
        Contact(id: UUID(7), name: "Blob"),
        Contact(id: UUID(8), name: "Blob Jr")
      ],
      path: StackState()
    )
  ) {
    ContactsFeature()
  }
  await store2.send(.deleteButtonTapped(id: UUID(7))) {
    $0.destination = .alert(
      AlertState(
        title: TextState("Delete Blob?"),
        message: TextState("This cannot be undone."),
        buttons: [
          .destructive(
            TextState("Delete"),
            action: .send(.confirmDeletion(id: UUID(7)))
          ),
          .cancel(TextState("Keep"))
        ]
      )
    )
  }
  await store2.send(.destination(.dismiss)) { $0.destination = nil }
  #expect(store2.state.contacts.count == 2)

  // deleting one from its screen
  await store2.send(.contactTapped(id: UUID(7))) {
    $0.path[id: 0] = ContactDetailFeature.State(contact: Contact(id: UUID(7), name: "Blob"))
  }
  #expect(store2.state.path[id: 0]?.contact.name == "Blob")
  await store2.send(.path(.element(id: 0, action: .deleteButtonTapped))) {
    $0.path[id: 0]?.alert = AlertState(
      title: TextState("Delete Blob?"),
      message: TextState("This cannot be undone."),
      buttons: [
        .destructive(
          TextState("Delete"),
          action: .send(.confirmDeletion)
        ),
        .cancel(TextState("Keep"))
      ]
    )
  }
  await store2.send(.path(.element(id: 0, action: .alert(.presented(.confirmDeletion))))) {
    $0.path[id: 0]?.alert = nil
  }
  await store2.receive(.path(.element(id: 0, action: .delegate(.confirmDeletion)))) {
    $0.contacts.remove(id: UUID(7))
  }
  await store2.receive(.path(.popFrom(id: 0))) { $0.path[id: 0] = nil }
  #expect(store2.state.path.isEmpty)
  #expect(store2.state.contacts.count == 1)

  // who is not there
  await store2.send(.contactTapped(id: UUID(7)))
  #expect(store2.state.path.isEmpty)
  await store2.finish()
}
