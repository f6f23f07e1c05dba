import Composable

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
