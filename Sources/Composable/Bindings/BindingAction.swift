/// An action that changes one property of a feature's state.
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
/// Tests send `.set(\.query, "x")`. Unlike upstream's type, it supports the properties of every
/// struct, not only of an `@ObservableState`.
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

  /// The new value of the property.
  package var value: Any { box.value }

  /// The property's source name: `query`, `profile.name`.
  package var name: String { KeyPathName.of(keyPath) }
}

extension BindingAction: Equatable {
  /// Whether both set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    isSameProperty(lhs.keyPath, rhs.keyPath) && lhs.isValueEqual(rhs.value)
  }
}

extension BindingAction {
  /// Returns an action that sets a property.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, UnsafeTransfer(value)) {
      $0[keyPath: keyPath] = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Returns an action that a view's binding sends. If the action is released before a `BindingReducer` has
  /// applied it, an issue is reported.
  static func setFromBinding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    let use = BindingUse(name: KeyPathName.of(keyPath), value: value, root: Root.self)
    return Self(keyPath, UnsafeTransfer(value)) {
      use.markAsHandled()
      $0[keyPath: keyPath] = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Returns an action that a view's binding of a property marked `@BindingState` sends.
  static func setFromBinding<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, BindingState<Value>> & Sendable, _ value: Value
  ) -> Self {
    let use = BindingUse(name: KeyPathName.of(keyPath), value: value, root: Root.self)
    return Self(keyPath, UnsafeTransfer(value)) {
      use.markAsHandled()
      $0[keyPath: keyPath].wrappedValue = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Returns an action that sets a property marked `@BindingState`.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, BindingState<Value>> & Sendable, _ value: Value
  ) -> Self {
    Self(keyPath, UnsafeTransfer(value)) {
      $0[keyPath: keyPath].wrappedValue = value
    } isValueEqual: {
      $0 as? Value == value
    }
  }

  /// Creates an action from a value whose type need not be `Equatable` or `Sendable`.
  ///
  /// - Parameter value: A new value without other owners.
  init<Value>(_ keyPath: WritableKeyPath<Root, Value>, owning value: Value) {
    let (path, value) = (UnsafeTransfer(keyPath), UnsafeTransfer<Any>(value))
    let root: PartialKeyPath<Root> = keyPath
    self.init(root.sendable, value) {
      // The cast succeeds: `value` was created from a `Value` above.
      if let value = value.value as? Value { $0[keyPath: path.value] = value }
    } isValueEqual: { other in
      func isEqual<E: Equatable>(_ value: E) -> Bool { value == other as? E }
      return (value.value as? any Equatable).map { isEqual($0) } ?? false
    }
  }

  /// Sets the property of a root.
  package func apply(to root: inout Root) { set(&root) }

  /// Whether the action changes a property: `case .binding(\.query)`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    isSameProperty(keyPath, action.keyPath)
  }

  /// Whether two key paths lead to one property. Text sets the stored property of a `@BindingState`,
  /// and code its projection, `\.$query`.
  private static func isSameProperty(
    _ left: PartialKeyPath<Root>, _ right: PartialKeyPath<Root>
  ) -> Bool {
    if left == right { return true }
    let type = type(of: left).valueType
    guard type is any BindingWrapper.Type, type == Swift.type(of: right).valueType else {
      return false
    }
    let name = KeyPathName.of(left)
    return !name.contains("<") && name == KeyPathName.of(right)
  }

  /// Returns the same change as an action of an enclosing type: `action.pullback(\.profile)`.
  public func pullback<NewRoot>(
    _ keyPath: any WritableKeyPath<NewRoot, Root> & Sendable
  ) -> BindingAction<NewRoot> {
    let parentPath: PartialKeyPath<NewRoot> = keyPath
    guard let path = parentPath.appending(path: self.keyPath as AnyKeyPath)
    else { preconditionFailure("Both key paths share the property's type.") }
    return BindingAction<NewRoot>(path.sendable, box) { [set] in
      set(&$0[keyPath: keyPath])
    } isValueEqual: { [isValueEqual] in
      isValueEqual($0)
    }
  }
}

extension PartialKeyPath {
  /// The key path as a `Sendable` value.
  ///
  /// SAFETY: key paths are immutable. Captured subscript indices come from a `Sendable` key path or
  /// from the runtime, which creates key paths without captures.
  var sendable: any PartialKeyPath<Root> & Sendable {
    // SAFETY: a marker protocol has no runtime representation, so both types are one pointer.
    unsafeBitCast(self, to: (any PartialKeyPath<Root> & Sendable).self)
  }
}
