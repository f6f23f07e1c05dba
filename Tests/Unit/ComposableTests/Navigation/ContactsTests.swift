import Foundation
import Testing

@testable import Composable

@Suite struct ContactsTests {
  private func drive(
    _ state: ContactsFeature.State = ContactsFeature.State()
  ) -> StoreHarness<ContactsFeature.State, ContactsFeature.Action> {
    var dependencies = DependencyValues(context: .test)
    dependencies.uuid = .incrementing
    return StoreHarness(state, dependencies: dependencies) { ContactsFeature() }
  }

  private let blob = Contact(id: UUID(7), name: "Blob")

  @Test func `A contact is added in a sheet that saves by its delegate and dismisses itself`() {
    let drive = drive()
    drive.send(.addButtonTapped)
    drive.send(.destination(.presented(.addContact(.setName("Blob")))))
    drive.send(.destination(.presented(.addContact(.saveButtonTapped))))
    #expect(
      drive.actions.suffix(2) == [
        .destination(
          .presented(.addContact(.delegate(.saveContact(Contact(id: UUID(0), name: "Blob")))))),
        .destination(.dismiss),
      ])
    #expect(
      drive.core.state == ContactsFeature.State(contacts: [Contact(id: UUID(0), name: "Blob")]))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A cancelled sheet adds nothing`() {
    let drive = drive()
    drive.send(.addButtonTapped)
    drive.send(.destination(.presented(.addContact(.cancelButtonTapped))))
    #expect(drive.core.state == ContactsFeature.State())
  }

  @Test func `A contact is deleted when its alert confirms, and the alert goes`() {
    let drive = drive(ContactsFeature.State(contacts: [blob]))
    drive.send(.deleteButtonTapped(id: blob.id))
    #expect(drive.core.state.destination == .alert(.deleteConfirmation(id: blob.id)))
    drive.send(.destination(.presented(.alert(.confirmDeletion(id: blob.id)))))
    #expect(drive.core.state == ContactsFeature.State())
  }

  @Test func `A contact stays when its alert is dismissed`() {
    let drive = drive(ContactsFeature.State(contacts: [blob]))
    drive.send(.deleteButtonTapped(id: blob.id))
    drive.send(.destination(.dismiss))
    #expect(drive.core.state == ContactsFeature.State(contacts: [blob]))
  }

  @Test func `A detail on the stack deletes its contact by its delegate and pops itself`() {
    let drive = drive(ContactsFeature.State(contacts: [blob]))
    drive.send(.contactTapped(id: blob.id))
    drive.send(.path(.element(id: 0, action: .deleteButtonTapped)))
    #expect(drive.core.state.path[id: 0]?.alert != nil)
    drive.send(.path(.element(id: 0, action: .alert(.presented(.confirmDeletion)))))
    #expect(
      drive.actions.suffix(2) == [
        .path(.element(id: 0, action: .delegate(.confirmDeletion))),
        .path(.popFrom(id: 0)),
      ])
    #expect(drive.core.state == ContactsFeature.State())
    #expect(drive.core.effects.isEmpty)
  }
}
