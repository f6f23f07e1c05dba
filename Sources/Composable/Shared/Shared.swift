/// A property whose value is shared with other parts of the app.
///
/// ```swift
/// @ObservableState
/// struct State {
///   @Shared(.appStorage("count")) var count = 0
/// }
///
/// state.$count.withLock { $0 += 1 }
/// ```
///
/// Properties with equal keys share one value, and `$count` passes the value to a child. Reading is
/// observed. In a `TestStore`, changes are asserted like those of other state.
@dynamicMemberLookup
@propertyWrapper
public struct Shared<Value> {
  let box: SharedBox<Value, SharedReference<Value>>

  init(_ reference: SharedReference<Value>) { box = SharedBox(reference) }

  var reference: SharedReference<Value> { box.reference }

  /// Creates a shared value without a key, which is passed to others as `$value`.
  public init(value: sending Value) {
    self.init(SharedSourceReference(SharedSource(value)))
  }

  /// Refers to another shared value.
  public init(projectedValue: Self) {
    self.init(projectedValue.reference)
  }

  /// Refers to the value of an optional. Returns `nil` if it has none.
  ///
  /// After the optional became `nil`, the last value is kept, and modifications have no effect.
  public init?(_ base: Shared<Value?>) {
    let part = SharedPart(
      base.reference, SharedPartComponent.unwrapped, get: { $0 }, set: { $0 = $1 })
    guard let part else { return nil }
    self.init(part)
  }

  /// Refers to a value as an `AnyHashable`.
  public init<Base: Hashable>(_ base: Shared<Base>) where Value == AnyHashable {
    let part = SharedPart<Base, AnyHashable>(
      base.reference, SharedPartComponent.hashable, get: { AnyHashable($0) },
      set: { if let value = $1.base as? Base { $0 = value } })
    guard let part else { preconditionFailure("Every value is present.") }
    self.init(part)
  }

  /// The value.
  ///
  /// Setting it is for bindings. Elsewhere modify it by `withLock` of the projected value, which
  /// excludes other changes between the read and the write.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { withLock { $0 = newValue } }
  }

  private func read() -> Value {
    DependencyValues.current.recordImpurity()
    return reference.read(.expected)
  }

  /// The shared value itself: `$count`. Setting it refers to another shared value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { box.reference = newValue.reference }
  }

  /// Modifies the value with exclusive access.
  ///
  /// ```swift
  /// $count.withLock { $0 += 1 }
  /// ```
  public func withLock<Result>(
    _ mutate: (inout Value) throws -> Result, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) rethrows -> Result {
    try reference.modify(mutate)
  }

  /// Refers to a property: `$profile.name`.
  public subscript<Member>(
    dynamicMember keyPath: WritableKeyPath<Value, Member>
  ) -> Shared<Member> {
    Shared<Member>(SharedProperty(reference, keyPath))
  }

  /// Refers to a property that cannot be modified.
  @_disfavoredOverload
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReaderProperty(reference, keyPath))
  }

  /// Whether a value is being loaded.
  public var isLoading: Bool { reference.source?.status.isLoading ?? false }

  /// The error of the last load, unless a later one succeeded.
  public var loadError: (any Error)? { reference.source?.status.loadError }

  /// The error of the last save, unless a later one succeeded.
  public var saveError: (any Error)? { reference.source?.status.saveError }

  /// Loads the value again. Throws the key's error.
  public func load() async throws { try await reference.source?.load() }

  /// Saves the value now. Throws the key's error.
  public func save() async throws { try await reference.source?.save() }
}

// SAFETY: the box and its references are `Sendable` except for the values that they lend.
extension Shared: @unchecked Sendable where Value: Sendable {}
