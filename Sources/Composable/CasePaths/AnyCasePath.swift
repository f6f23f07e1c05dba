/// A way to wrap a value in one case of an enum, and to take it out again.
public struct AnyCasePath<Root, Value>: Sendable {
  @usableFromInline let _embed: @Sendable (Value) -> Root
  @usableFromInline let _extract: @Sendable (Root) -> Value?

  /// Makes a case path of the two directions.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// Makes a case path of a case key path.
  ///
  /// - Parameter keyPath: `\.destination.presented`.
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    self = Case<Root>()[keyPath: keyPath].fullCasePath(from: Root.self)
  }

  /// Wraps a value in the case.
  @inlinable
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// Takes the value out, if `root` is of the case.
  @inlinable
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Goes on with a case of the value.
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    AnyCasePath<Root, Next>(
      embed: { embed(path.embed($0)) },
      extract: { root in extract(from: root).flatMap(path.extract) })
  }
}

extension AnyCasePath {
  /// Changes the value in place and says what `body` returned, or `nil` if `root` is another case.
  @inlinable
  public func modifyIfPresent<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) rethrows -> Result? {
    guard var value = _extract(root) else { return nil }
    return try withUnsafeMutablePointer(to: &root) { root in
      // While `body` runs, `value` is the only owner of what the case holds: a collection in it is
      // changed in place. Nobody sees the gap, as access to `root` is exclusive, and each way out
      // of `body` fills it.
      root.deinitialize(count: 1)
      defer { root.initialize(to: _embed(value)) }
      return try body(&value)
    }
  }

  /// Changes the value in place; throws if `root` is another case.
  public func modify<Result>(
    _ root: inout Root, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    guard let result = try modifyIfPresent(&root, body) else { throw ExtractionFailed() }
    return result
  }
}

/// The value is not of the case that was to be changed.
struct ExtractionFailed: Error {}

extension AnyCasePath where Root == Value {
  /// The case path from a value to itself.
  public init() {
    self.init(embed: { $0 }, extract: { $0 })
  }
}

extension AnyCasePath {
  /// What a macro writes for a case.
  ///
  /// `embed` is the case itself, or a closure of it: it captures nothing, so any thread may call
  /// it. The compiler warns of the former, as a `@Sendable` one, where the payload cannot be sent.
  @inlinable
  public static func _$embed(
    _ embed: @escaping (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) -> Self {
    // `@Sendable` is no part of a function's representation.
    Self(embed: unsafeBitCast(embed, to: (@Sendable (Value) -> Root).self), extract: extract)
  }
}

extension AnyCasePath: CustomStringConvertible {
  public var description: String { "AnyCasePath<\(Root.self), \(Value.self)>" }
}

/// The name that case paths had first.
public typealias CasePath<Root, Value> = AnyCasePath<Root, Value>
