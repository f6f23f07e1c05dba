/// The moment at which a shared value is read.
enum SharedMoment {
  /// Now.
  case current
  /// As the running assertion expects it; without an assertion, now.
  case expected
}

/// Identifies what a reference refers to: a source and a path inside it.
struct SharedReferenceID: Hashable {
  let source: ObjectIdentifier
  var path: [AnyHashable] = []

  func appending(_ component: AnyHashable) -> Self {
    Self(source: source, path: path + [component])
  }
}

/// A reference to a value that is shared, or to a part of it.
///
/// Abstract base class; use a subclass.
///
/// SAFETY: `@unchecked Sendable` because subclasses store only constants and locks. They lend
/// values that may not be `Sendable`; `Shared` and `SharedReader` are `Sendable` only if the value
/// is.
class SharedReaderReference<Value>: @unchecked Sendable {
  var id: SharedReferenceID { preconditionFailure("Subclasses override id.") }

  /// The place where the whole value is stored. `nil` for a constant.
  var source: AnySharedSource? { nil }

  /// The key of the whole value as text. `nil` without a key, and for a part.
  var keyName: String? { nil }

  /// Returns the value.
  func read(_ moment: SharedMoment) -> Value {
    preconditionFailure("Subclasses override read(_:).")
  }

  /// Returns the same reference to the sources that `rebinder` returns.
  func rebound(by rebinder: SharedRebinder) -> SharedReaderReference {
    preconditionFailure("Subclasses override rebound(by:).")
  }
}

/// A reference to a shared value that can be modified.
class SharedReference<Value>: SharedReaderReference<Value>, @unchecked Sendable {
  /// Modifies the value with exclusive access.
  func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    preconditionFailure("Subclasses override modify(_:).")
  }

  override func rebound(by rebinder: SharedRebinder) -> SharedReference {
    preconditionFailure("Subclasses override rebound(by:).")
  }
}

/// A property of a shared value that cannot be modified.
final class SharedReaderProperty<Root, Value>: SharedReaderReference<Value>, @unchecked Sendable {
  private let base: SharedReaderReference<Root>
  private let keyPath: KeyPath<Root, Value>

  init(_ base: SharedReaderReference<Root>, _ keyPath: KeyPath<Root, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var id: SharedReferenceID { base.id.appending(keyPath) }
  override var source: AnySharedSource? { base.source }
  override func read(_ moment: SharedMoment) -> Value { base.read(moment)[keyPath: keyPath] }

  override func rebound(by rebinder: SharedRebinder) -> SharedReaderReference<Value> {
    SharedReaderProperty(base.rebound(by: rebinder), keyPath)
  }
}

/// A property of a shared value.
final class SharedProperty<Root, Value>: SharedReference<Value>, @unchecked Sendable {
  private let base: SharedReference<Root>
  private let keyPath: WritableKeyPath<Root, Value>

  init(_ base: SharedReference<Root>, _ keyPath: WritableKeyPath<Root, Value>) {
    self.base = base
    self.keyPath = keyPath
  }

  override var id: SharedReferenceID { base.id.appending(keyPath) }
  override var source: AnySharedSource? { base.source }
  override func read(_ moment: SharedMoment) -> Value { base.read(moment)[keyPath: keyPath] }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try base.modify { try body(&$0[keyPath: keyPath]) }
  }

  override func rebound(by rebinder: SharedRebinder) -> SharedReference<Value> {
    SharedProperty(base.rebound(by: rebinder), keyPath)
  }
}
