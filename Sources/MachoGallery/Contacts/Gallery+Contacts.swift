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
}
