import MachoMetadata

/// The state of screens, which no binding sets: `PresentationState`, `StackState`.
package protocol NavigationState {}

extension PresentationState: NavigationState {}
extension StackState: NavigationState {}
extension AlertState: NavigationState {}
extension ConfirmationDialogState: NavigationState {}

/// A type that may contain the state of another feature.
private protocol FeatureStateWrapper {
  static var wrappedFeatureState: Any.Type { get }
}

extension Optional: FeatureStateWrapper {
  fileprivate static var wrappedFeatureState: Any.Type { Wrapped.self }
}

extension Array: FeatureStateWrapper {
  fileprivate static var wrappedFeatureState: Any.Type { Element.self }
}

extension IdentifiedArray: FeatureStateWrapper {
  fileprivate static var wrappedFeatureState: Any.Type { Element.self }
}

/// A state property that text input can set.
package struct BindableProperty<Root> {
  /// The property's source name with its path: `profile.name`.
  package let name: String
  /// The property's key path. Its dynamic type is a `WritableKeyPath`.
  package let keyPath: PartialKeyPath<Root>

  /// The type of the property.
  package var valueType: Any.Type { type(of: keyPath).valueType }

  /// Returns the action that sets the property, or `nil` if `value` has another type.
  ///
  /// - Parameter value: A new value without other owners.
  package func makeAction(_ value: Any) -> BindingAction<Root>? {
    func open<Value>(_ type: Value.Type) -> BindingAction<Root>? {
      guard let value = value as? Value, let path = keyPath as? WritableKeyPath<Root, Value>
      else { return nil }
      return BindingAction(path, owning: value)
    }
    return _openExistential(valueType, do: open)
  }
}

extension BindingAction {
  /// The writable properties of the root, in declaration order.
  package static var properties: [BindableProperty<Root>] {
    NamedKeyPath.all(of: Root.self).compactMap(BindableProperty.init)
  }

  /// The properties that a view can bind: those marked `@BindingState` if there are any. Otherwise
  /// all that can be assigned from elsewhere.
  package static var declaredProperties: [BindableProperty<Root>] {
    let marked = properties.filter { $0.valueType is any BindingWrapper.Type }
    guard marked.isEmpty else { return marked }
    // Screens and rows come, go and change with actions of their own.
    let properties = properties.filter { !isFeatureState($0.valueType) }
    guard let members = AccessibleMembers.of(Root.self), !members.readable.isEmpty else {
      return properties
    }
    return properties.filter {
      !members.readable.contains($0.name) || members.assignable.contains($0.name)
    }
  }

  /// Whether a type is the state of another feature, of several, or of an alert.
  private static func isFeatureState(_ type: Any.Type) -> Bool {
    if let wrapper = type as? any FeatureStateWrapper.Type {
      return isFeatureState(wrapper.wrappedFeatureState)
    }
    return type is any NavigationState.Type || type is any ObservableState.Type
  }

  /// Returns the property with this name. Nested properties are separated by dots: `profile.name`.
  package static func property(named name: String) -> BindableProperty<Root>? {
    var path: AnyKeyPath = \Root.self
    for component in name.split(separator: ".", omittingEmptySubsequences: false) {
      func keyPath<Property>(ofPropertyOf type: Property.Type) -> AnyKeyPath? {
        NamedKeyPath.all(of: type).first { $0.name == component }?.keyPath
      }
      guard let next = _openExistential(type(of: path).valueType, do: keyPath),
        let appended = path.appending(path: next)
      else { return nil }
      path = appended
    }
    return BindableProperty(NamedKeyPath(name: name, keyPath: path))
  }
}

extension BindableProperty {
  init?(_ property: NamedKeyPath) {
    func isWritable<Value>(_ type: Value.Type) -> Bool {
      property.keyPath is WritableKeyPath<Root, Value>
    }
    guard let keyPath = property.keyPath as? PartialKeyPath<Root>,
      _openExistential(type(of: keyPath).valueType, do: isWritable)
    else { return nil }
    name = property.name
    self.keyPath = keyPath
  }
}
