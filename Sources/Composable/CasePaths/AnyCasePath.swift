/// A pair of functions that embed a value in an enum case and extract it again.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let _embed: @Sendable (Value) -> Root
  @usableFromInline let _extract: @Sendable (Root) -> Value?

  /// Creates a case path from its two functions.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// Creates a case path from a case key path.
  ///
  /// - Parameter keyPath: `\.destination.presented`.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].fullCasePath(from: Root.self)
  }

  /// Embeds a value in the case.
  @inlinable
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// Returns the payload if `root` is in this case; otherwise `nil`.
  @inlinable
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Returns the case path that continues with a case of the payload.
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    AnyCasePath<Root, Next>(
      embed: { embed(path.embed($0)) },
      extract: { root in extract(from: root).flatMap(path.extract) })
  }
}

extension AnyCasePath {
  /// Modifies the payload in place. Returns the result of `body`, or `nil` if `root` is in another
  /// case.
  @inlinable
  public func modifyIfPresent<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard var value = _extract(root) else { return nil }
    return try withUnsafeMutablePointer(to: &root) { root in
      // PERFORMANCE: while `body` runs, `value` is the payload's only owner, so collections in it
      // are modified without a copy. SAFETY: access to `root` is exclusive, so no code sees it
      // uninitialized. Every exit from `body` initializes it again.
      root.deinitialize(count: 1)
      defer { root.initialize(to: _embed(value)) }
      return try body(&value)
    }
  }

  /// Modifies the payload in place. Throws if `root` is in another case.
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard let result = try modifyIfPresent(&root, body) else { throw ExtractionFailed() }
    return result
  }
}

extension AnyCasePath {
  /// Replaces the payload, if `root` is in this case and there is a value.
  func replacePayload(of root: inout Root, by value: Value?) {
    if let value, extract(from: root) != nil { root = embed(value) }
  }
}

/// The error thrown when a value is not in the expected case.
struct ExtractionFailed: Error {}

extension AnyCasePath where Root == Value {
  /// Creates the identity case path.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath {
  /// Creates the case path that macros generate for a case.
  ///
  /// SAFETY: `embed` is the case constructor or a closure around it, and `extract` is a closure. They
  /// capture at most the metatypes of a generic enum's parameters, so any thread may call them. They
  /// are not declared `@Sendable`, because the compiler warns of a constructor whose payload is not
  /// `Sendable`, and of such metatypes.
  @inlinable
  public static func _$embed(
    _ embed: @escaping (Value) -> Root, extract: @escaping (Root) -> Value?
  ) -> Self {
    // SAFETY: `@Sendable` does not change a function's representation.
    Self(
      embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self),
      extract: unsafeBitCast(extract, to: (@Sendable (Root) -> Value?).self))
  }
}

extension AnyCasePath: CustomStringConvertible {
  public var description: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

/// The former name of `AnyCasePath`.
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>
