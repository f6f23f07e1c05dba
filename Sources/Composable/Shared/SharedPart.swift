import MachoLocks

/// The last value of a part that may be absent.
///
/// SAFETY: `@unchecked Sendable` for the same reason as `SharedReaderReference`.
private final class LastValue<Value>: @unchecked Sendable {
  private let last: Lock<UnsafeTransfer<Value>>

  init(_ value: Value) { last = Lock(UnsafeTransfer(value)) }

  /// Returns `value` and keeps it, or else returns the last one.
  func update(_ value: Value?) -> Value {
    guard let value else { return last.withLock { $0 }.value }
    let kept = UnsafeTransfer(value)
    last.withLock { $0 = kept }
    return value
  }
}

/// A part of a shared value that may disappear, such as the value of an optional, that cannot be
/// modified. It keeps its last value.
final class SharedReaderPart<Root, Value>: SharedReaderReference<Value>, @unchecked Sendable {
  private let base: SharedReaderReference<Root>
  private let component: AnyHashable
  private let get: (Root) -> Value?
  private let last: LastValue<Value>

  /// Returns `nil` if the part is absent.
  init?(
    _ base: SharedReaderReference<Root>, _ component: AnyHashable,
    get: @escaping (Root) -> Value?
  ) {
    guard let value = get(base.read(.expected)) else { return nil }
    self.base = base
    self.component = component
    self.get = get
    last = LastValue(value)
  }

  override var id: SharedReferenceID { base.id.appending(component) }
  override var source: AnySharedSource? { base.source }
  override func read(_ moment: SharedMoment) -> Value { last.update(get(base.read(moment))) }

  private init(_ base: SharedReaderReference<Root>, copying other: SharedReaderPart) {
    self.base = base
    component = other.component
    get = other.get
    last = LastValue(other.read(.current))
  }

  override func rebound(by rebinder: SharedRebinder) -> SharedReaderReference<Value> {
    SharedReaderPart(base.rebound(by: rebinder), copying: self)
  }
}

/// A part of a shared value that may disappear, such as an element of a collection. After it
/// disappeared, it keeps its last value, and modifications change nothing else.
final class SharedPart<Root, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Root>
  private let component: AnyHashable
  private let get: (Root) -> Value?
  private let set: (inout Root, Value) -> Void
  private let last: LastValue<Value>

  /// Returns `nil` if the part is absent.
  init?(
    _ base: SharedReference<Root>, _ component: AnyHashable,
    get: @escaping (Root) -> Value?, set: @escaping (inout Root, Value) -> Void
  ) {
    guard let value = get(base.read(.expected)) else { return nil }
    self.base = base
    self.component = component
    self.get = get
    self.set = set
    last = LastValue(value)
  }

  override var id: SharedReferenceID { base.id.appending(component) }
  override var source: AnySharedSource? { base.source }
  override func read(_ moment: SharedMoment) -> Value { last.update(get(base.read(moment))) }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try base.modify { root in
      guard var value = get(root) else {
        var value = last.update(nil)
        defer { _ = last.update(value) }
        return try body(&value)
      }
      defer { set(&root, last.update(value)) }
      return try body(&value)
    }
  }

  private init(_ base: SharedReference<Root>, copying other: SharedPart) {
    self.base = base
    component = other.component
    get = other.get
    set = other.set
    last = LastValue(other.read(.current))
  }

  override func rebound(by rebinder: SharedRebinder) -> SharedReference<Value> {
    SharedPart(base.rebound(by: rebinder), copying: self)
  }
}

/// The components of parts in a `SharedReferenceID`.
enum SharedPartComponent: Hashable {
  case unwrapped
  case hashable
  case index(AnyHashable)
  case id(AnyHashable)
}
