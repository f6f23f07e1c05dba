/// A change of one property of a feature's state, as an action.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
/// }
///
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.query): return search(state.query)
///     case .binding: return .none
///     }
///   }
/// }
/// ```
///
/// A test sends it with `.set(\.query, "x")`. Unlike upstream's, it works for the properties of
/// every struct, also of one that is not an `@ObservableState`.
public struct BindingAction<Root>: Sendable {
  /// The property that changes.
  public let keyPath: any PartialKeyPath<Root> & Sendable
  let set: @Sendable (inout Root) -> Void
  private let box: UnsafeTransfer<Any>
  private let isValueEqual: @Sendable (Any) -> Bool

  private init(
    _ keyPath: any PartialKeyPath<Root> & Sendable, _ value: UnsafeTransfer<Any>,
    set: @escaping @Sendable (inout Root) -> Void,
    isValueEqual: @escaping @Sendable (Any) -> Bool
  ) {
    self.keyPath = keyPath
    self.set = set
    self.isValueEqual = isValueEqual
    box = value
  }

  /// The value that the property is given.
  package var value: Any { box.value }

  /// The property's name as the source has it: `query`, `profile.name`.
  package var name: String { KeyPathName.of(keyPath) }
}

extension BindingAction: Equatable {
  /// Whether both give equal values to one property.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.keyPath == rhs.keyPath && lhs.isValueEqual(rhs.value)
  }
}

extension BindingAction {
  /// Gives a property a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, UnsafeTransfer(value)) {
      $0[keyPath: keyPath] = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Gives a property that is marked `@BindingState` a value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, BindingState<Value>> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, UnsafeTransfer(value)) {
      $0[keyPath: keyPath].wrappedValue = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Gives a property a value of a type that need not be known to be comparable or shareable.
  ///
  /// - Parameter value: A new value that nobody else holds.
  init<Value>(_ keyPath: WritableKeyPath<Root, Value>, owning value: Value) {
    let (path, value) = (UnsafeTransfer(keyPath), UnsafeTransfer<Any>(value))
    let root: PartialKeyPath<Root> = keyPath
    self.init(root.sendable, value) {
      // `value` was made of a `Value` above.
      if let value = value.value as? Value { $0[keyPath: path.value] = value }
    } isValueEqual: { other in
      func isEqual<E: Equatable>(_ value: E) -> Bool { value == other as? E }
      return (value.value as? any Equatable).map { isEqual($0) } ?? false
    }
  }

  /// Whether the action changes a property: `case .binding(\.query)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    let path: PartialKeyPath<Root> = keyPath
    return path == action.keyPath
  }

  /// The change of a whole that changes one of its parts: `action.pullback(\.profile)`.
  public func pullback<NewRoot>(
    _ keyPath: any WritableKeyPath<NewRoot, Root> & Sendable
  ) -> BindingAction<NewRoot> {
    let whole: PartialKeyPath<NewRoot> = keyPath
    guard let path = whole.appending(path: self.keyPath as AnyKeyPath)
    else { preconditionFailure("A path to a part begins with the part's type, which both share.") }
    return BindingAction<NewRoot>(path.sendable, box) { [set] in
      set(&$0[keyPath: keyPath])
    } isValueEqual: { [isValueEqual] in
      isValueEqual($0)
    }
  }
}

extension PartialKeyPath {
  /// The key path as one that may be shared.
  ///
  /// It is one: a key path never changes. What it may capture are the indices of subscripts; those
  /// that get here come from a `Sendable` key path or from the runtime, which makes none.
  var sendable: any PartialKeyPath<Root> & Sendable {
    // A marker protocol has no representation: both types are the same one pointer.
    unsafeBitCast(self, to: (any PartialKeyPath<Root> & Sendable).self)
  }
}
