import IssueReporting
import MachoLocks

/// Default values of dependencies that were created or prepared so far.
final class DependencyDefaults: Sendable {
  /// The defaults of the process.
  private static let processDefaults = DependencyDefaults()

  /// The defaults of each test. Tests do not share created or prepared values.
  private static let testDefaults = Lock<[TestContext.Testing.Test.ID: DependencyDefaults]>([:])

  /// The defaults of the running XCTest.
  private static let xcTestDefaults = Lock(DependencyDefaults())

  /// Discards the defaults of the last XCTest. `ComposableTestSupport` calls it when a test begins.
  static func beginXCTest() { xcTestDefaults.withLock { $0 = DependencyDefaults() } }

  /// The defaults of the running test, or else of the process.
  static var current: DependencyDefaults {
    guard isTesting else { return processDefaults }
    guard case .swiftTesting(let testing?) = TestContext.current else {
      XCTestObservation.start()
      return xcTestDefaults.withLock { $0 }
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
    /// The created values that are the live ones in the context of tests.
    var liveTestValues: [ObjectIdentifier: LiveTestValue] = [:]
  }

  private let contents = Lock(Contents())

  /// Whether the values of tests that are the live ones are found.
  private let findsLiveTestValues: Bool
  /// The keys of the process whose values were compared.
  private static let comparedKeys = Lock<[ObjectIdentifier: Bool]>([:])

  /// The created values that are the live ones in the context of tests.
  var liveTestValues: [ObjectIdentifier: LiveTestValue] { contents.withLock { $0.liveTestValues } }

  /// The defaults that supply the storage of shared values. `nil`: these.
  private let storageDefaults: DependencyDefaults?
  private let ownSharedSources = SharedSources()

  /// Creates defaults.
  ///
  /// - Parameter storageDefaults: The defaults with which these share values of `@Shared`.
  /// - Parameter findsLiveTestValues: Whether values of tests are compared with the live ones. Default:
  ///   `false`.
  init(
    sharingStorageOf storageDefaults: DependencyDefaults? = nil, findsLiveTestValues: Bool = false
  ) {
    self.findsLiveTestValues = findsLiveTestValues
    self.storageDefaults = storageDefaults
  }

  /// The sources of the keys of `@Shared`.
  var sharedSources: SharedSources { storageDefaults?.sharedSources ?? ownSharedSources }

  /// The prepared context, if any.
  var context: DependencyContext? { contents.withLock { $0.context } }

  /// Returns the default of `key` in `context`. Creates it at the first use, which `access`
  /// describes.
  ///
  /// - Parameter values: The dependencies that a new default value sees.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, in context: DependencyContext, for values: DependencyValues,
    access: () -> DependencyAccess
  ) -> Key.Value {
    if let storageDefaults, key is any SharedStorageDependencyKey.Type {
      return storageDefaults.value(of: key, in: context, for: values, access: access)
    }
    let id = ObjectIdentifier(key)
    let entry = Entry(key: id, context: context)
    if let value = contents.withLock({ $0.prepared[id] ?? $0.created[entry] }) {
      // SAFETY: entries are written only under their own key: below and by `DependencyValues`.
      return value as! Key.Value
    }
    // ORDER: not under the lock, because creating a value may use other dependencies.
    let access = access()
    let create = {
      DependencyValues.$_current.withValue(values) {
        access.createValue { self.makeValue(key, in: context, access) }
      }
    }
    let (value, hasIssue): (Key.Value, Bool)
    if DependencyValues.isOverriding {
      let suppressed = SuppressedIssues()
      value = withIssueReporters([suppressed]) {
        DependencyValues.$isOverriding.withValue(false, operation: create)
      }
      hasIssue = suppressed.hasIssue
    } else {
      value = create()
      hasIssue = access.didReport
    }
    // Does not cache a value after an issue, so that every test with such a use fails.
    guard !hasIssue else { return value }
    if findsLiveTestValues, context == .test, isLive(value, of: key) {
      let live = LiveTestValue(name: access.name, value: value)
      contents.withLock { $0.liveTestValues[id] = live }
    }
    return contents.withLock {
      // Two threads may each have created a value; all use the first one. Unwraps before it casts:
      // a missing entry is also a valid `Key.Value` if that is an `Optional`.
      if let first = $0.created[entry], let first = first as? Key.Value { return first }
      $0.created[entry] = value
      return value
    }
  }

  private func isLive<Key: TestDependencyKey>(_ value: Key.Value, of key: Key.Type) -> Bool {
    let id = ObjectIdentifier(key)
    if let isLive = Self.comparedKeys.withLock({ $0[id] }) { return isLive }
    let isLive = key.isLiveTestValue(value)
    Self.comparedKeys.withLock { $0[id] = isLive }
    return isLive
  }

  /// Sets the defaults, in all contexts, of keys that have none yet. Reports an issue for the
  /// others.
  func prepare(
    _ values: [ObjectIdentifier: any Sendable], context: DependencyContext?, callSite: CallSite
  ) {
    let usedBefore = contents.withLock { contents in
      if let context { contents.context = context }
      let used = Set(contents.created.keys.map(\.key)).union(contents.prepared.keys)
      contents.prepared.merge(values.filter { !used.contains($0.key) }) { $1 }
      return values.filter { used.contains($0.key) }
    }
    for value in usedBefore.values {
      reportIssue(
        """
        A dependency has already been used or prepared: \(type(of: value))

        A dependency can be prepared once, before its first use. Prepare dependencies as early as \
        possible: when the app or the test starts.
        """,
        fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
        column: callSite.column)
    }
  }

  /// Runs `body`, then discards the values that it created or prepared.
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

/// The issues of a default value that is only read to be overridden.
private final class SuppressedIssues: IssueReporter {
  private let reported = Lock(false)

  var hasIssue: Bool { reported.withLock { $0 } }

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    reported.withLock { $0 = true }
  }
}

/// Runs `body`, then discards the defaults that it created or prepared. Later code can prepare
/// them.
package func withRestoredDependencyDefaults<Result>(_ body: () -> Result) -> Result {
  DependencyDefaults.current.withRestoredContents(body)
}
