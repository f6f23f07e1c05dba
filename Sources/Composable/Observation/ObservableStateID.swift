/// The identity of an observable state: copies share it until one of them is changed.
public struct ObservableStateID: Hashable, Sendable {
  /// Lives as long as somebody holds the identity, so that its address names it meanwhile.
  private final class Token: Sendable {}

  private var token: Token
  /// Which case of an enum, and of the enum around it, and so on.
  private var tag: UInt64 = 0

  /// Makes an identity that equals no other.
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
  /// The identity of what has nothing to observe inside, as a case without a payload.
  public static let _$inert = Self(token: Token())

  /// The identity of a state.
  public static func _$id(for value: some ObservableState) -> Self { value._$id }

  /// The identity of a value that may be an observable state, which only running code can tell.
  ///
  /// Whatever is none equals nothing, not even itself: no change of it goes unnoticed.
  @_disfavoredOverload
  public static func _$id<Value>(for value: Value) -> Self {
    (value as? any ObservableState)?._$id ?? Self()
  }

  /// The identity of an enum's case with this payload.
  public func _$tag(_ tag: Int) -> Self {
    var copy = self
    // A tag for each enum on the way out. Two ways can only collide with a million cases in one.
    copy.tag = self.tag &* 1_000_003 &+ UInt64(truncatingIfNeeded: tag) &+ 1
    return copy
  }

  /// Becomes a new identity, unless nobody could compare with the old one.
  public mutating func _$willModify() {
    guard !isKnownUniquelyReferenced(&token) else { return }
    token = Token()
  }
}
