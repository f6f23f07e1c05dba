extension Shared {
  /// Refers to a value that is computed from this one.
  ///
  /// ```swift
  /// @SharedReader var title: String
  /// _title = $profile.read { "Hello, \($0.name)!" }
  /// ```
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(SharedComputation(reference, body))
  }
}

extension SharedReader {
  /// Refers to a value that is computed from this one.
  public func read<Member>(
    _ body: @escaping @Sendable (Value) -> Member
  ) -> SharedReader<Member> {
    SharedReader<Member>(SharedComputation(reference, body))
  }
}

/// A value that a closure computes from a shared value.
///
/// SAFETY: `@unchecked Sendable`, because its properties are immutable: a reference that is Sendable,
/// and a closure that is.
private final class SharedComputation<Root, Value>: SharedReaderReference<Value>,
  @unchecked Sendable
{
  /// Identifies a closure, because closures cannot be compared.
  private final class Identity: Sendable {}

  private let base: SharedReaderReference<Root>
  private let body: @Sendable (Root) -> Value
  private let identity: Identity

  convenience init(
    _ base: SharedReaderReference<Root>, _ body: @escaping @Sendable (Root) -> Value
  ) {
    self.init(base, body, Identity())
  }

  private init(
    _ base: SharedReaderReference<Root>, _ body: @escaping @Sendable (Root) -> Value,
    _ identity: Identity
  ) {
    self.base = base
    self.body = body
    self.identity = identity
  }

  override var id: SharedReferenceID { base.id.appending(ObjectIdentifier(identity)) }
  override var source: AnySharedSource? { base.source }
  override func read(_ moment: SharedMoment) -> Value { body(base.read(moment)) }

  override func rebound(by rebinder: SharedRebinder) -> SharedReaderReference<Value> {
    SharedComputation(base.rebound(by: rebinder), body, identity)
  }
}
