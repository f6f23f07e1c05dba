/// The key of a dependency that stores shared values.
///
/// A test store shares these values with its test, although its other default values are its own.
protocol SharedStorageDependencyKey: DependencyKey {}
