import Composable
import Foundation
import MachoAdapters

extension Gallery {
  static let contacts = Feature(
    "contacts",
    "A book of contacts: a sheet to add one, an alert to delete one, a stack to see one.",
    start: ContactsFeature.State(),
    prompt: .preview
  ) {
    ContactsFeature()
  }
  .describing([
    "addButtonTapped": "opens the sheet for a new contact",
    "deleteButtonTapped": "asks whether to delete a contact",
    "contactTapped": "pushes a contact onto the stack",
    "destination": "an action of the sheet or the alert",
    "path": "an action of the stack",
  ])
}
