import ComposableMacros
import Contacts
import Foundation
import Testing

@MainActor
@Suite struct `the contacts, written with macros` {
  private let blob = Contact(id: UUID(0), name: "Blob")

  private func makeStore() -> StoreOf<ContactList> {
    Store(initialState: ContactList.State(contacts: [blob])) {
      ContactList()
    } withDependencies: {
      $0.context = .test
      $0.uuid = .constant(UUID(1))
    }
  }

  @Test func `a sheet adds a contact and dismisses itself`() async {
    let store = makeStore()
    store.send(.addButtonTapped)
    #expect(store.state.destination?.add?.contact == Contact(id: UUID(1), name: ""))
    store.send(.destination(.presented(.add(.nameChanged("Blob Jr.")))))
    await store.send(.destination(.presented(.add(.saveButtonTapped)))).finish()
    #expect(store.state.contacts.map(\.name) == ["Blob", "Blob Jr."])
    #expect(store.state.destination == nil)
  }

  @Test func `a cancelled sheet changes nothing`() async {
    let store = makeStore()
    store.send(.addButtonTapped)
    await store.send(.destination(.presented(.add(.cancelButtonTapped)))).finish()
    #expect(store.state.contacts == [blob])
    #expect(store.state.destination == nil)
  }

  @Test func `an alert deletes a contact and is dismissed`() {
    let store = makeStore()
    store.send(.deleteButtonTapped(id: blob.id))
    #expect(store.state.destination?.is(\.alert) == true)
    store.send(.destination(.presented(.alert(.confirmDeletion(id: blob.id)))))
    #expect(store.state.contacts.isEmpty)
    #expect(store.state.destination == nil)
  }

  @Test func `a pushed detail deletes its contact and pops itself`() async throws {
    let store = makeStore()
    store.send(.contactTapped(id: blob.id))
    let id = try #require(store.state.path.ids.last)
    store.send(.path(.element(id: id, action: .detail(.view(.deleteButtonTapped)))))
    #expect(store.state.path[id: id]?.detail?.alert != nil)
    await store.send(
      .path(.element(id: id, action: .detail(.alert(.presented(.confirmDeletion)))))
    ).finish()
    #expect(store.state.contacts.isEmpty)
    #expect(store.state.path.isEmpty)
  }

  @Test func `a view sends its own actions`() {
    let store = Store(initialState: ContactDetail.State(contact: blob)) { ContactDetail() }
    ContactDetailScreen(store: store).delete()
    #expect(store.state.alert != nil)
  }

  @Test func `a presented state notifies observers of presentation and dismissal`() {
    var state = ContactList.State()
    let add = AddContact.State(contact: blob)
    #expect(
      isChangeReported(
        reading: { _ = state.destination }, during: { state.destination = .add(add) }))
    #expect(
      !isChangeReported(
        reading: { _ = state.destination },
        during: { state.destination?.modify(\.add) { $0.contact.name = "Blob Sr." } }))
    #expect(
      isChangeReported(reading: { _ = state.destination }, during: { state.destination = nil }))
  }
}
