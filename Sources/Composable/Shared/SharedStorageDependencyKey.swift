/// The key of a dependency that stores shared values.
///
/// A test store shares these values with its test, although its other default values are its own.
protocol SharedStorageDependencyKey: DependencyKey {}

/// A key that uses the storage of the dependencies under which it was created.
protocol StorageSharedKey {
  /// Returns an equal key that uses the storage of the current dependencies, unless the key was
  /// created with a storage.
  func inCurrentStorage() -> Self
}
