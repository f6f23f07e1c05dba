import IssueReporting
import MachoLocks

/// The default values that were made or prepared so far.
final class DependencyDefaults: Sendable {
  /// Those of a process, for values that were not given others.
  private static let processDefaults = DependencyDefaults()

  /// Those of each test, so that what one test made or prepared is not another's.
  private static let testDefaults = Lock<[TestContext.Testing.Test.ID: DependencyDefaults]>([:])

  /// Those of the running test, or else of the process.
  static var current: DependencyDefaults {
    guard isTesting, case .swiftTesting(let testing?) = TestContext.current else {
      return processDefaults
    }
    return testDefaults.withLock { tests in
      if let defaults = tests[testing.test.id] { return defaults }
      let defaults = DependencyDefaults()
      tests[testing.test.id] = defaults
      return defaults
    }
  }

  private struct Entry: Hashable {
    let key: ObjectIdentifier
    let context: DependencyContext
  }

  private struct Contents: Sendable {
    var created: [Entry: any Sendable] = [:]
    var prepared: [ObjectIdentifier: any Sendable] = [:]
    var context: DependencyContext?
  }

  private let contents = Lock(Contents())

  /// The context that was prepared, if one was.
  var context: DependencyContext? { contents.withLock { $0.context } }

  /// The default of `key` in `context`; made, on the first use, on behalf of `access`.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, access: () -> DependencyAccess
  ) -> Key.Value {
    let id = ObjectIdentifier(key)
    let entry = Entry(key: id, context: context)
    if let value = contents.withLock({ $0.prepared[id] ?? $0.created[entry] }) {
      // An entry is only ever written under the same key: below, and by `DependencyValues`.
      return value as! Key.Value
    }
    // Without the lock: making a value may use other dependencies.
    let access = access()
    let value = DependencyAccess.$current.withValue(access) { makeValue(key, in: context, access) }
    // A use that was reported is reported again, so that no test passes by another's issue.
    guard !access.didReport else { return value }
    return contents.withLock {
      // Two threads may have made one each; all use the first.
      if let first = $0.created[entry] as? Key.Value { return first }
      $0.created[entry] = value
      return value
    }
  }

  /// Takes values as the defaults, in all contexts, of keys that have none yet.
  func prepare(
    _ values: [ObjectIdentifier: any Sendable], context: DependencyContext?, place: CallSite
  ) {
    let late = contents.withLock { contents in
      if let context { contents.context = context }
      let used = Set(contents.created.keys.map(\.key)).union(contents.prepared.keys)
      contents.prepared.merge(values.filter { !used.contains($0.key) }) { $1 }
      return values.filter { used.contains($0.key) }
    }
    for value in late.values {
      reportIssue(
        """
        A dependency has already been used or prepared: \(type(of: value))

        A dependency can be prepared once, and not after it was used. Prepare dependencies as \
        early as possible: when the app or the test starts.
        """,
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
    }
  }

  /// Runs `body` and forgets the values that were made for it, as if nothing had been used yet.
  func withRestoredContents<Result>(_ body: () -> Result) -> Result {
    let before = contents.withLock { $0 }
    defer { contents.withLock { $0 = before } }
    return body()
  }

  private func makeValue<Key: TestDependencyKey>(
    _ key: Key.Type, in context: DependencyContext, _ access: DependencyAccess
  ) -> Key.Value {
    switch context {
    case .preview: return key.previewValue
    case .test: return key.testValue
    case .live:
      if let value = liveValue(of: key) { return value }
      access.reportNoLiveValue(key: key)
      return key.testValue
    }
  }

  private func liveValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value? {
    guard let live = key as? any DependencyKey.Type else { return nil }
    func open<Live: DependencyKey>(_ live: Live.Type) -> Any { live.liveValue }
    return open(live) as? Key.Value
  }
}

/// Runs `body` and forgets which dependencies it used: whoever prepares or uses one later is the
/// first.
package func withRestoredDependencyDefaults<Result>(_ body: () -> Result) -> Result {
  DependencyDefaults.current.withRestoredContents(body)
}
