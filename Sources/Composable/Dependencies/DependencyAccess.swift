import IssueReporting
import Synchronization

/// An access to a dependency that creates its default value. Issues show its name and call site.
final class DependencyAccess: Sendable {
  @TaskLocal static var current: DependencyAccess?

  let name: String
  private let callSite: CallSite
  private let hasReported = Atomic(false)

  init(name: String, callSite: CallSite) {
    self.name = name
    self.callSite = callSite
  }

  /// Calls `makeValue` to create the default value. Issues that it reports are about the dependency.
  func createValue<Value>(_ makeValue: () -> Value) -> Value {
    // A dependency that is its own key is named by its type, not by a path.
    let path = name.first?.isUppercase == true ? nil : name
    return Self.$current.withValue(self) {
      MissingDependency.$current.withValue(
        MissingDependency(path: path, type: Value.self), operation: makeValue)
    }
  }

  var didReport: Bool { hasReported.load(ordering: .relaxed) }

  func reportNoTestValue<Key: DependencyKey>(key: Key.Type) {
    report(
      """
      @Dependency(\(displayName)) has no test implementation, but was accessed from a test context:

        Location: \(callSite)
        Key: \(Key.self)
        Value: \(Key.Value.self)

      Dependencies are not allowed to use their default, live implementations in tests.

      To fix, override '\(name)' with a test value by using 'withDependencies', or give the key \
      a 'testValue' to be used by all tests.
      """)
  }

  func reportNoLiveValue<Key: TestDependencyKey>(key: Key.Type) {
    report(
      """
      @Dependency(\(displayName)) has no live implementation, but was accessed from a live context:

        Location: \(callSite)
        Key: \(Key.self)
        Value: \(Key.Value.self)

      To fix, conform '\(Key.self)' to 'DependencyKey' in a module that is linked.
      """)
  }

  /// The name as in source: a property's name as a key path, a type's name as a metatype.
  private var displayName: String {
    name.first?.isUppercase == true ? "\(name).self" : "\\.\(name)"
  }

  private func report(_ message: String) {
    hasReported.store(true, ordering: .relaxed)
    reportIssue(
      message, fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
