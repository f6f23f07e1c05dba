import Synchronization

/// A collection of dependencies, as values of keys.
public struct DependencyValues: Sendable {
  /// The dependencies in effect in the current task.
  @TaskLocal public static var _current = DependencyValues(overrides: nil)

  static var current: DependencyValues { _current }

  /// Whether the current task overrides dependencies. A default value that it reads in order to
  /// change it is not used, so it need not be implemented.
  @TaskLocal static var isOverriding = false

  /// The overrides. PERFORMANCE: a class, so that a copy is one pointer and identity is cheap to
  /// compare.
  private var overrides: Overrides?

  /// The navigation path of the feature whose reducer runs. PERFORMANCE: it is not an override,
  /// because each action of a child changes it, and copying the overrides costs more than the
  /// child's reducer.
  var navigationIDPath = NavigationIDPath.root

  /// Creates values without overrides, in the process's context, with default values of their own:
  /// `$0 = DependencyValues()` resets all dependencies.
  public init() {
    self.init(overrides: Overrides(context: nil, defaults: DependencyDefaults()))
  }

  private init(overrides: Overrides?) { self.overrides = overrides }

  /// Creates values of a context, with default values of their own.
  ///
  /// - Parameter findsLiveTestValues: Whether `liveTestDependencies` is known. Default: `false`.
  package init(context: DependencyContext, findsLiveTestValues: Bool = false) {
    overrides = Overrides(
      context: context, defaults: DependencyDefaults(findsLiveTestValues: findsLiveTestValues))
  }

  /// Creates values for a test store, with default values of their own. Only the storage of shared
  /// values is that of the test.
  static var forTestStore: Self {
    Self(
      overrides: Overrides(
        context: .test, defaults: DependencyDefaults(sharingStorageOf: .current)))
  }

  /// The circumstances in which dependencies are used.
  public var context: DependencyContext {
    get { overrides?.context ?? defaults.context ?? .processDefault }
    set { edit { $0.context = newValue } }
  }

  /// The value of a key: its override, or else its default in the context.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, function: StaticString = #function
  ) -> Key.Value {
    get {
      let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return value(of: key, name: "\(function)", callSite: callSite)
    }
    set { edit { $0.values[ObjectIdentifier(key)] = newValue } }
  }

  /// Returns the value of a key. Issues show `name` and `callSite`.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, name: @autoclosure () -> String, callSite: CallSite
  ) -> Key.Value {
    recordImpurity()
    if let value = overrides?.values[ObjectIdentifier(key)] {
      // SAFETY: only the subscript's setter writes entries, under the same key.
      return value as! Key.Value
    }
    let defaults = defaults
    return defaults.value(
      of: key, in: overrides?.context ?? defaults.context ?? .processDefault, for: self
    ) {
      DependencyAccess(name: name(), callSite: callSite)
    }
  }

  /// The defaults of keys without an override.
  var defaults: DependencyDefaults { overrides?.defaults ?? .current }

  /// Replaces the defaults by new ones that no other values share.
  package mutating func resetDefaults() {
    edit { $0.defaults = DependencyDefaults() }
  }

  /// The tracker that records reads of dependencies. Default: `nil`.
  package var purityTracker: PurityTracker? {
    get { overrides?.purityTracker }
    set { edit { $0.purityTracker = newValue } }
  }

  /// The tracker that records changes of shared values. Default: `nil`.
  package var sharedChangeTracker: SharedChangeTracker? {
    get { overrides?.sharedChangeTracker }
    set { edit { $0.sharedChangeTracker = newValue } }
  }

  /// The overrides, by key.
  var overriddenValues: [ObjectIdentifier: any Sendable] { overrides?.values ?? [:] }

  /// Whether both share the same overrides and navigation path.
  func isIdentical(to other: Self) -> Bool {
    overrides === other.overrides && navigationIDPath == other.navigationIDPath
  }

  /// Returns these values with the overrides of `other`.
  func merging(_ other: Self) -> Self {
    guard let overrides, overrides !== other.overrides else { return other }
    var merged = self
    merged.navigationIDPath = other.navigationIDPath
    guard let otherOverrides = other.overrides else { return merged }
    // Values that were derived from these already contain them.
    if otherOverrides.ancestors.contains(overrides.id) { return other }
    merged.edit {
      $0.values.merge(otherOverrides.values) { $1 }
      $0.context = otherOverrides.context ?? $0.context
      $0.defaults = otherOverrides.defaults ?? $0.defaults
      $0.purityTracker = otherOverrides.purityTracker ?? $0.purityTracker
      $0.sharedChangeTracker = otherOverrides.sharedChangeTracker ?? $0.sharedChangeTracker
    }
    return merged
  }

  private mutating func edit(_ body: (Overrides) -> Void) {
    let edited: Overrides
    if isKnownUniquelyReferenced(&overrides), let overrides {
      edited = overrides
      edited.assignNewID()
    } else {
      edited = Overrides(copying: overrides)
    }
    body(edited)
    overrides = edited
  }
}

/// Differences from the process's defaults.
///
/// SAFETY: `@unchecked Sendable` because an instance is modified only in `DependencyValues.edit`,
/// while a single value references it. Afterwards it is only read.
private final class Overrides: @unchecked Sendable {
  private static let lastID = Atomic<UInt64>(0)

  var values: [ObjectIdentifier: any Sendable] = [:]
  var context: DependencyContext?
  var defaults: DependencyDefaults?
  var purityTracker: PurityTracker?
  var sharedChangeTracker: SharedChangeTracker?

  /// An identifier of the content. Every modification replaces it.
  private(set) var id: UInt64
  /// Identifiers of the contents from which this one was derived. Limited to the last eight.
  private(set) var ancestors: [UInt64] = []

  init(context: DependencyContext?, defaults: DependencyDefaults) {
    self.context = context
    self.defaults = defaults
    id = Self.newID()
  }

  init(copying other: Overrides?) {
    id = Self.newID()
    guard let other else { return }
    values = other.values
    context = other.context
    defaults = other.defaults
    purityTracker = other.purityTracker
    sharedChangeTracker = other.sharedChangeTracker
    ancestors = other.ancestors.suffix(7) + [other.id]
  }

  func assignNewID() {
    id = Self.newID()
  }

  private static func newID() -> UInt64 {
    lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
