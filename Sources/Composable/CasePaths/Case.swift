/// What a case key path walks along: one step for each case.
@dynamicMemberLookup
public struct Case<Value>: Sendable {
  /// How to get here; nil where the walk begins.
  private let storage: CasePathStorage<Value>?

  /// Where a walk begins.
  public init() {
    storage = nil
  }

  /// A walk of one step.
  public init<Root>(_ path: AnyCasePath<Root, Value>) {
    storage = TypedCasePathStorage(path)
  }

  private init(steps: CasePathStorage<Value>) {
    self.storage = steps
  }

  /// Steps into a case of the value.
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> Case<Next> where Value: CasePathable {
    appending(Value.allCasePaths[keyPath: keyPath])
  }

  /// No value, for an enum that has no cases.
  public var never: Case<Never> {
    appending(AnyCasePath(embed: noValue, extract: { _ in nil }))
  }

  private func appending<Next>(_ path: AnyCasePath<Value, Next>) -> Case<Next> {
    Case<Next>(steps: storage?.appending(path) ?? TypedCasePathStorage(path))
  }

  /// The whole walk, which began at `Root`. (Not `path`: it would hide a case of that name.)
  func fullCasePath<Root>(from root: Root.Type) -> AnyCasePath<Root, Value> {
    if let storage {
      // True of each key path that is made of cases alone; a property of a user's may go astray.
      precondition(
        type(of: storage) == TypedCasePathStorage<Root, Value>.self,
        "A key path to a case of \(Root.self) takes a step that begins elsewhere.")
      return unsafeDowncast(storage, to: TypedCasePathStorage<Root, Value>.self).path
    }
    // Without any step it ends where it began: `Value` is `Root`.
    return unsafeBitCast(AnyCasePath<Root, Root>(), to: AnyCasePath<Root, Value>.self)
  }
}

/// What a walk looks like when its ends are not known by type.
protocol AnyCase: Sendable {
  func extractAny(from root: Any) -> Any?
  func embedAny(_ value: Any) -> Any?
}

extension Case: AnyCase {
  func extractAny(from root: Any) -> Any? { storage?.extractAny(from: root) ?? (root as? Value) }
  func embedAny(_ value: Any) -> Any? {
    guard let value = value as? Value else { return nil }
    return storage?.embedAny(value) ?? value
  }
}

/// The steps of a walk, whose beginning is not known by type.
@usableFromInline
class CasePathStorage<Value>: @unchecked Sendable {
  // Sendable: nothing is ever changed, and the one stored property below is Sendable.

  func appending<Next>(_ path: AnyCasePath<Value, Next>) -> CasePathStorage<Next> {
    TypedCasePathStorage(path)
  }
  func extractAny(from root: Any) -> Any? { nil }
  func embedAny(_ value: Value) -> Any? { nil }
}

/// The steps of a walk that began at `Root`, as the case path that they are.
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

@Sendable private func noValue<Value>(_ never: Never) -> Value {}
