import Foundation
import Testing

@testable import Composable

@Suite struct ContactsTests {
  private func makeHarness(
    _ state: ContactsFeature.State = ContactsFeature.State()
  ) -> StoreHarness<ContactsFeature.State, ContactsFeature.Action> {
    var dependencies = DependencyValues(context: .test)
    dependencies.uuid = .incrementing
    return StoreHarness(state, dependencies: dependencies) { ContactsFeature() }
  }

  private let blob = Contact(id: UUID(7), name: "Blob")

  @Test func `A contact is added in a sheet that saves by delegation and dismisses itself`() {
    let harness = makeHarness()
    harness.send(.addButtonTapped)
    harness.send(.destination(.presented(.addContact(.setName("Blob")))))
    harness.send(.destination(.presented(.addContact(.saveButtonTapped))))
    #expect(
      harness.actions.suffix(2) == [
        .destination(
          .presented(.addContact(.delegate(.saveContact(Contact(id: UUID(0), name: "Blob")))))),
        .destination(.dismiss),
      ])
    #expect(
      harness.core.state == ContactsFeature.State(contacts: [Contact(id: UUID(0), name: "Blob")]))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A cancelled sheet adds nothing`() {
    let harness = makeHarness()
    harness.send(.addButtonTapped)
    harness.send(.destination(.presented(.addContact(.cancelButtonTapped))))
    #expect(harness.core.state == ContactsFeature.State())
  }

  @Test func `A contact is deleted on confirmation, and the alert is dismissed`() {
    let harness = makeHarness(ContactsFeature.State(contacts: [blob]))
    harness.send(.deleteButtonTapped(id: blob.id))
    #expect(harness.core.state.destination == .alert(.deleteConfirmation(id: blob.id)))
    harness.send(.destination(.presented(.alert(.confirmDeletion(id: blob.id)))))
    #expect(harness.core.state == ContactsFeature.State())
  }

  @Test func `A contact remains when its alert is dismissed`() {
    let harness = makeHarness(ContactsFeature.State(contacts: [blob]))
    harness.send(.deleteButtonTapped(id: blob.id))
    harness.send(.destination(.dismiss))
    #expect(harness.core.state == ContactsFeature.State(contacts: [blob]))
  }

  @Test func `A detail on the stack deletes its contact by delegation and pops itself`() {
    let harness = makeHarness(ContactsFeature.State(contacts: [blob]))
    harness.send(.contactTapped(id: blob.id))
    harness.send(.path(.element(id: 0, action: .deleteButtonTapped)))
    #expect(harness.core.state.path[id: 0]?.alert != nil)
    harness.send(.path(.element(id: 0, action: .alert(.presented(.confirmDeletion)))))
    #expect(
      harness.actions.suffix(2) == [
        .path(.element(id: 0, action: .delegate(.confirmDeletion))),
        .path(.popFrom(id: 0)),
      ])
    #expect(harness.core.state == ContactsFeature.State())
    #expect(harness.core.effects.isEmpty)
  }
}
