import Synchronization

/// All the dependencies that are in force, as values of keys.
public struct DependencyValues: Sendable {
  /// What is in force where it is read.
  @TaskLocal public static var _current = DependencyValues()

  static var current: DependencyValues { _current }

  /// The overrides. A class, so that a copy is one pointer and two sets can be told apart.
  private var overrides: Overrides?

  /// Where the feature stands whose reducer runs. It is not among the overrides: each action for
  /// a child changes it, and to copy them would cost more than the child's reducer.
  var navigationIDPath = NavigationIDPath.root

  /// Makes values without any override: those of the process's context.
  public init() {}

  /// Makes values of a context that share nothing with others: each default value is made anew.
  package init(context: DependencyContext) {
    overrides = Overrides(context: context, defaults: DependencyDefaults())
  }

  /// In which circumstances dependencies are used.
  public var context: DependencyContext {
    get { overrides?.context ?? defaults.context ?? .processDefault }
    set { edit { $0.context = newValue } }
  }

  /// The value of a key: the override, or else the default of the context.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, function: StaticString = #function
  ) -> Key.Value {
    get {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      return value(of: key, name: "\(function)", place: place)
    }
    set { edit { $0.values[ObjectIdentifier(key)] = newValue } }
  }

  /// The value of a key, read at `place` by the name `name`.
  func value<Key: TestDependencyKey>(
    of key: Key.Type, name: @autoclosure () -> String, place: CallSite
  ) -> Key.Value {
    recordImpurity()
    if let value = overrides?.values[ObjectIdentifier(key)] {
      // An entry is only ever written by the subscript's setter, under the same key.
      return value as! Key.Value
    }
    let defaults = defaults
    return defaults.value(of: key, in: overrides?.context ?? defaults.context ?? .processDefault) {
      DependencyAccess(name: name(), place: place)
    }
  }

  /// What is in force of keys that are not overridden.
  var defaults: DependencyDefaults { overrides?.defaults ?? .current }

  /// Gives these values defaults that they share with no others, made anew.
  package mutating func resetDefaults() {
    edit { $0.defaults = DependencyDefaults() }
  }

  /// Who is told when a dependency is read.
  package var purityTracker: PurityTracker? {
    get { overrides?.purityTracker }
    set { edit { $0.purityTracker = newValue } }
  }

  /// The overrides by key.
  var overriddenValues: [ObjectIdentifier: any Sendable] { overrides?.values ?? [:] }

  /// Whether two values are one and the same set, and not just equal.
  func isIdentical(to other: Self) -> Bool {
    overrides === other.overrides && navigationIDPath == other.navigationIDPath
  }

  /// These values, overridden by another's.
  func merging(_ other: Self) -> Self {
    guard let mine = overrides, mine !== other.overrides else { return other }
    var merged = self
    merged.navigationIDPath = other.navigationIDPath
    guard let others = other.overrides else { return merged }
    // What was derived from these values holds them all already.
    if others.ancestors.contains(mine.id) { return other }
    merged.edit {
      $0.values.merge(others.values) { $1 }
      $0.context = others.context ?? $0.context
      $0.defaults = others.defaults ?? $0.defaults
      $0.purityTracker = others.purityTracker ?? $0.purityTracker
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

/// What differs from the defaults of the process.
///
/// `@unchecked Sendable`: an instance is changed only in `DependencyValues.edit`, while it is
/// referenced from one value alone; from then on it is only read.
private final class Overrides: @unchecked Sendable {
  private static let lastID = Atomic<UInt64>(0)

  var values: [ObjectIdentifier: any Sendable] = [:]
  var context: DependencyContext?
  var defaults: DependencyDefaults?
  var purityTracker: PurityTracker?

  /// Changes with each change, so that it names this content.
  private(set) var id: UInt64
  /// Contents that this one was made of by overriding: the latest few, as more are not worth it.
  private(set) var ancestors: [UInt64] = []

  init(context: DependencyContext, defaults: DependencyDefaults) {
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
    ancestors = other.ancestors.suffix(7) + [other.id]
  }

  func assignNewID() {
    id = Self.newID()
  }

  private static func newID() -> UInt64 {
    lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
