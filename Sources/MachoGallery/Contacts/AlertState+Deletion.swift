import Composable

extension AlertState {
  /// Asks whether a contact is to be deleted; `confirmation` is sent if so.
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
