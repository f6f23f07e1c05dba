/// The identity of an observable state. Copies share it until one of them is modified.
public struct ObservableStateID: Hashable, Sendable {
  /// An object whose address is the identity. It is retained by all copies of the identity.
  private final class Token: Sendable {}

  private var token: Token
  /// The case of the enum that contains the state, combined with the cases of the enclosing enums.
  private var tag: UInt64 = 0

  /// Creates an identity that differs from all others.
  public init() {
    token = Token()
  }

  private init(token: Token) {
    self.token = token
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.token === rhs.token && lhs.tag == rhs.tag
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(token))
    hasher.combine(tag)
  }
}

extension ObservableStateID {
  /// The identity of a value without observable content, such as an enum case without a payload.
  public static let _$inert = Self(token: Token())

  /// Returns the identity of a state.
  public static func _$id(for value: some ObservableState) -> Self { value._$id }

  /// Returns the identity of a value that may be an observable state. Its type is only known at run
  /// time.
  ///
  /// Other values get a new identity each time, which equals no other. So no change is missed.
  @_disfavoredOverload
  public static func _$id<Value>(for value: Value) -> Self {
    (value as? any ObservableState)?._$id ?? Self()
  }

  /// Returns the identity of an enum whose case with this tag has this payload.
  public func _$tag(_ tag: Int) -> Self {
    var copy = self
    // Combines the tags of all enclosing enums. A collision requires a million cases in one enum.
    copy.tag = self.tag &* 1_000_003 &+ UInt64(truncatingIfNeeded: tag) &+ 1
    return copy
  }

  /// Becomes a new identity, unless no copy of the old one exists.
  public mutating func _$willModify() {
    guard !isKnownUniquelyReferenced(&token) else { return }
    token = Token()
  }
}
