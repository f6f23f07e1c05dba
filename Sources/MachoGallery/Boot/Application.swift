import Composable
import MachoArchitectures

/// The application, as the domain knows it.
struct Application: Sendable {
  @Dependency(\.dataStore) private var dataStore

  /// Whether a tutorial was once completed here.
  func hasCompletedTutorial() throws -> Bool {
    try dataStore.get(.hasCompletedTutorial) ?? false
  }

  func completeTutorial() throws { try dataStore.save(.hasCompletedTutorial, true) }

  func forgetTutorial() throws { try dataStore.delete(.hasCompletedTutorial) }
}
