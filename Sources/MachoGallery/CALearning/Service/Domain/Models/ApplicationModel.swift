extension CALearning {
  /// The application in the domain model.
  final class Application {
    /// Whether the user has completed the tutorial.
    var hasCompletedTutorial: Bool {
      get throws {
        try Dependencies.shared.dataStore.get(KeyValue.BoolKey.hasCompletedTutorial) ?? false
      }
    }

    /// Changes whether the user has completed the tutorial. A property whose getter throws cannot
    /// have a setter.
    func setHasCompletedTutorial(_ value: Bool) throws {
      try Dependencies.shared.dataStore.save(.bool(key: .hasCompletedTutorial, value: value))
    }
  }
}
