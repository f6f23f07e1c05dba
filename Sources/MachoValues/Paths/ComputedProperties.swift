import MachoMetadata

/// Properties without runtime metadata, each registered with a closure that reads it.
///
/// ```swift
/// var computed = ComputedProperties()
/// computed.add("isValid") { (state: Form.State) in state.isValid }
/// ```
package struct ComputedProperties: Sendable {
  private struct Property: Sendable {
    let name: String
    let type: Any.Type
    /// PERFORMANCE: evaluated on demand, because the runtime takes long to describe a key path.
    let isMember: @Sendable () -> Bool
    let read: @Sendable (Any) -> TypedValue?
  }

  private var properties: [ObjectIdentifier: [Property]] = [:]

  /// Creates an empty set of computed properties.
  package init() {}

  /// Registers a computed property of `Root`. `isMember` tells whether `Root` itself declares a
  /// property with this name. Default: `false`.
  package mutating func add<Root, Value>(
    _ name: String, of root: Root.Type = Root.self,
    isMember: @autoclosure @escaping @Sendable () -> Bool = false,
    _ read: @escaping @Sendable (Root) -> Value
  ) {
    let property = Property(name: name, type: Value.self, isMember: isMember) { value in
      unbox(value, as: Root.self).map { TypedValue(read($0), as: Value.self) }
    }
    properties[ObjectIdentifier(root), default: []].append(property)
  }

  /// Returns the names registered for a type.
  package func names(of type: Any.Type) -> [String] {
    properties[ObjectIdentifier(type)]?.map(\.name) ?? []
  }

  /// Returns the names registered for a type with the types of their values. The last one registered
  /// under a name comes first.
  func types(of type: Any.Type) -> [(name: String, type: Any.Type)] {
    properties[ObjectIdentifier(type)]?.reversed().map { ($0.name, $0.type) } ?? []
  }

  /// Returns the signatures registered for a type, such as `isEven: Bool`.
  package func signatures(of type: Any.Type) -> [String] {
    properties[ObjectIdentifier(type)]?.map { "\($0.name): \(TypeName.spell($0.type))" } ?? []
  }

  /// Whether the type declares the property under its registered name. `nil` if none is registered.
  func isProperty(_ name: String, of type: Any.Type) -> Bool? {
    properties[ObjectIdentifier(type)]?.last { $0.name == name }?.isMember()
  }

  func value(_ name: String, of root: TypedValue) -> TypedValue? {
    let found = properties[ObjectIdentifier(Swift.type(of: root.value))]
    return found?.last { $0.name == name }?.read(root.value)
  }
}
