/// A property of a state that text can give a value.
package struct BindableProperty<Root> {
  /// As the source has it, with the way to it: `profile.name`.
  package let name: String
  /// The key path to it, which is a `WritableKeyPath`.
  package let keyPath: PartialKeyPath<Root>

  /// The type of its values.
  package var valueType: Any.Type { type(of: keyPath).valueType }

  /// The action that gives the property a value; nil if the value is of another type.
  ///
  /// - Parameter value: A new value that nobody else holds.
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
  /// The properties of the root that can be given a value, in the order of the declaration.
  package static var properties: [BindableProperty<Root>] {
    NamedKeyPath.all(of: Root.self).compactMap(BindableProperty.init)
  }

  /// The property with a name; that of a part's has the part's before it: `profile.name`.
  package static func property(named name: String) -> BindableProperty<Root>? {
    var path: AnyKeyPath = \Root.self
    for component in name.split(separator: ".", omittingEmptySubsequences: false) {
      func step<Part>(_ type: Part.Type) -> AnyKeyPath? {
        NamedKeyPath.all(of: type).first { $0.name == component }?.keyPath
      }
      guard let next = _openExistential(type(of: path).valueType, do: step),
        let longer = path.appending(path: next)
      else { return nil }
      path = longer
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
