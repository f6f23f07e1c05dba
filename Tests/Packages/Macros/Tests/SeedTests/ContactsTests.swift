import ComposableArchitecture
import Foundation
import Testing

@testable import SeedContacts

@MainActor
@Suite struct `the document's contacts` {
  private let blob = Contact(id: UUID(0), name: "Blob")

  private func makeStore(
    _ state: ContactsFeature.State = ContactsFeature.State()
  ) -> TestStoreOf<ContactsFeature> {
    TestStore(initialState: state) {
      ContactsFeature()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func `a contact is added in a sheet that saves and is dismissed`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(.init(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.setName("Blob"))))) {
      $0.destination = .addContact(.init(contact: blob))
    }
    await store.send(.destination(.presented(.addContact(.saveButtonTapped))))
    await store.receive(.destination(.presented(.addContact(.delegate(.saveContact(blob)))))) {
      $0.contacts = [blob]
    }
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `a cancelled sheet adds nothing`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) {
      $0.destination = .addContact(.init(contact: Contact(id: UUID(0), name: "")))
    }
    await store.send(.destination(.presented(.addContact(.cancelButtonTapped))))
    await store.receive(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `a contact is deleted after confirmation`() async {
    let store = makeStore(ContactsFeature.State(contacts: [blob]))
    await store.send(.deleteButtonTapped(id: blob.id)) {
      $0.destination = .alert(.deleteConfirmation(id: blob.id))
    }
    await store.send(.destination(.presented(.alert(.confirmDeletion(id: blob.id))))) {
      $0.contacts = []
      $0.destination = nil
    }
  }

  @Test func `a dismissed alert deletes nothing`() async {
    let store = makeStore(ContactsFeature.State(contacts: [blob]))
    await store.send(.deleteButtonTapped(id: blob.id)) {
      $0.destination = .alert(.deleteConfirmation(id: blob.id))
    }
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `a pushed detail deletes its contact and is popped`() async throws {
    let store = makeStore(ContactsFeature.State(contacts: [blob]))
    await store.send(.path(.push(id: 0, state: .init(contact: blob)))) {
      $0.path[id: 0] = ContactDetailFeature.State(contact: blob)
    }
    await store.send(.path(.element(id: 0, action: .deleteButtonTapped)))
    await store.receive(.path(.element(id: 0, action: .delegate(.confirmDeletion)))) {
      $0.contacts = []
    }
    await store.receive(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }
}
