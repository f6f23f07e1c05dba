/// A property whose value is shared with other parts of the app, and that does not modify it.
///
/// ```swift
/// @SharedReader(.appStorage("isOn")) var isOn = false
/// ```
@dynamicMemberLookup
@propertyWrapper
public struct SharedReader<Value> {
  let box: SharedBox<Value, SharedReaderReference<Value>>

  init(_ reference: SharedReaderReference<Value>) { box = SharedBox(reference) }

  var reference: SharedReaderReference<Value> { box.reference }

  /// Creates a value that nothing modifies.
  public init(value: sending Value) {
    self.init(SharedSourceReference(SharedSource(value)))
  }

  /// Refers to another shared value.
  public init(projectedValue: Self) {
    self.init(projectedValue.reference)
  }

  /// Refers to a shared value.
  public init(_ base: Shared<Value>) {
    self.init(base.reference)
  }

  /// Refers to the value of an optional. Returns `nil` if it has none.
  ///
  /// After the optional became `nil`, the last value is kept.
  public init?(_ base: SharedReader<Value?>) {
    let part = SharedReaderPart(base.reference, SharedPartComponent.unwrapped, get: { $0 })
    guard let part else { return nil }
    self.init(part)
  }

  /// Refers to the value of a shared optional. Returns `nil` if it has none.
  public init?(_ base: Shared<Value?>) {
    self.init(SharedReader<Value?>(base))
  }

  /// Returns a value that nothing modifies.
  public static func constant(_ value: sending Value) -> Self { Self(value: value) }

  /// The value.
  public var wrappedValue: Value {
    DependencyValues.current.recordImpurity()
    return reference.read(.expected)
  }

  /// The shared value itself: `$isOn`. Setting it refers to another shared value.
  public var projectedValue: Self {
    get { self }
    nonmutating set { box.reference = newValue.reference }
  }

  /// Refers to a property: `$profile.name`.
  public subscript<Member>(dynamicMember keyPath: KeyPath<Value, Member>) -> SharedReader<Member> {
    SharedReader<Member>(SharedReaderProperty(reference, keyPath))
  }

  /// Whether a value is being loaded.
  public var isLoading: Bool { reference.source?.status.isLoading ?? false }

  /// The error of the last load, unless a later one succeeded.
  public var loadError: (any Error)? { reference.source?.status.loadError }

  /// Loads the value again. Throws the key's error.
  public func load() async throws { try await reference.source?.load() }
}

// SAFETY: the box and its references are `Sendable` except for the values that they lend.
extension SharedReader: @unchecked Sendable where Value: Sendable {}
