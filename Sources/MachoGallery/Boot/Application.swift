import Composable

/// The application in the domain model.
struct Application: Sendable {
  @Dependency(\.dataStore) private var dataStore

  /// Returns whether the user has completed the tutorial.
  func hasCompletedTutorial() throws -> Bool {
    try dataStore.get(.hasCompletedTutorial) ?? false
  }

  func completeTutorial() throws { try dataStore.save(.hasCompletedTutorial, true) }

}
