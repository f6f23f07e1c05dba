/// The root and value type of case key paths. Each member access appends a case.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// The case path from the root, or `nil` for the root itself.
  private let storage: CasePathStorage<Value>?

  /// Creates the root of case key paths.
  public init() {
    storage = nil
  }

  /// Creates a case that is one case path away from its root.
  public init<Root>(_ path: AnyCasePath<Root, Value>) {
    storage = TypedCasePathStorage(path)
  }

  private init(storage: CasePathStorage<Value>) {
    self.storage = storage
  }

  /// Appends a case of the value.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> Case<Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// Appends a case of the value, and the value of its optional payload: `\Action.Cases.row.tapped`.
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next?>>
  ) -> Case<Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath]).appending(.some)
  }

  /// The payload of an enum without cases.
  public var never: Case<Never> {
    appending(AnyCasePath(embed: noValue, extract: { _ in nil }))
  }

  private func appending<Next>(_ path: AnyCasePath<Value, Next>) -> Case<Next> {
    Case<Next>(storage: storage?.appending(path) ?? TypedCasePathStorage(path))
  }

  /// Returns the case path from `Root`. Not named `path`, which would hide a user's case of that
  /// name.
  func fullCasePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    if let storage {
      // Holds for every key path that consists of cases. A user-defined property could violate it.
      precondition(
        type(of: storage) == TypedCasePathStorage<Root, Value>.self,
        "The case key path does not begin at \(Root.self).")
      return unsafeDowncast(storage, to: TypedCasePathStorage<Root, Value>.self).path
    }
    // SAFETY: without a case path this is the root, so `Value` is `Root`.
    return unsafeBitCast(AnyCasePath<Root, Root>(), to: AnyCasePath<Root, Value>.self)
  }
}

/// Access to a case path whose types are erased.
protocol AnyCase: Sendable {
  func extractAny(from root: Any) -> Any?
  func embedAny(_ value: Any) -> Any?
}

extension Case: AnyCase {
  func extractAny(from root: Any) -> Any? {
    guard let storage else { return root as? Value }
    return storage.extractAny(from: root)
  }
  func embedAny(_ value: Any) -> Any? {
    guard let value = value as? Value else { return nil }
    return storage?.embedAny(value) ?? value
  }
}

/// A case path with an erased root type. Abstract base class; use `TypedCasePathStorage`.
@usableFromInline
class CasePathStorage<Value>: @unchecked Sendable {
  // SAFETY: immutable; the only stored property, in the subclass, is `Sendable`.

  func appending<Next>(_ path: AnyCasePath<Value, Next>) -> CasePathStorage<Next> {
    TypedCasePathStorage(path)
  }
  func extractAny(from root: Any) -> Any? { nil }
  func embedAny(_ value: Value) -> Any? { nil }
}

/// Storage of a case path from `Root` to `Value`.
@usableFromInline
final class TypedCasePathStorage<Root, Value>: CasePathStorage<Value>, @unchecked Sendable {
  @usableFromInline let path: AnyCasePath<Root, Value>

  @usableFromInline
  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  override func appending<Next>(_ next: AnyCasePath<Value, Next>) -> CasePathStorage<Next> {
    TypedCasePathStorage<Root, Next>(path.appending(path: next))
  }

  override func extractAny(from root: Any) -> Any? {
    (root as? Root).flatMap { path.extract(from: $0) }
  }

  override func embedAny(_ value: Value) -> Any? { path.embed(value) }
}

@Sendable func noValue<Value>(_ never: Never) -> Value {}
