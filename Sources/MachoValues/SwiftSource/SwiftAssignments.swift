import MachoMetadata

/// A change of a property that a test cannot assign.
package struct UnassignableChange {
  /// The path to the property: `$0.child.count`.
  package let path: String
  /// The new value.
  package let value: Any
  /// The declared type.
  package let type: Any.Type
  /// Whether a test can read the property.
  package let isReadable: Bool
  /// Whether the property has a private setter. An exhaustive test store reports such a change. It
  /// does not compare a value that the state only reads, as `SharedReader` does.
  package let hasPrivateSetter: Bool
}

/// Generates the shortest Swift assignments that turn one state into another.
package struct SwiftAssignments {
  /// The printer of the assigned values.
  package var printer: SwiftSourcePrinter
  /// Whether each statement must be idempotent. A non-exhaustive test store runs the statements on
  /// the state after the change.
  package let isRepeatable: Bool
  /// The changes of properties that the code of a test cannot assign.
  package private(set) var unassignable: [UnassignableChange] = []

  /// Creates a generator.
  package init(printer: SwiftSourcePrinter, isRepeatable: Bool) {
    self.printer = printer
    self.isRepeatable = isRepeatable
  }

  /// Adds a change of a value that the state only reads.
  package mutating func addReadOnlyChange(_ value: Any, as type: Any.Type, at path: String) {
    unassignable.append(
      UnassignableChange(
        path: path, value: value, type: type, isReadable: true, hasPrivateSetter: false))
  }

  /// Returns the statements that turn `old`, located at `target`, into `new`. Empty if the values
  /// are equal.
  package mutating func statements(
    from old: Any, to new: Any, as declared: Any.Type, at target: String
  ) throws(ValueError) -> [SwiftExpression] {
    if let found = try assignments(from: old, to: new, as: declared, at: target) { return found }
    return [.prefixed("\(target) = ", try assignedExpression(new, as: declared, at: target))]
  }

  /// Returns the statements, or `nil` if only an assignment of the whole value expresses the
  /// change.
  private mutating func assignments(
    from old: Any, to new: Any, as declared: Any.Type, at target: String
  ) throws(ValueError) -> [SwiftExpression]? {
    let (old, new) = (unnested(old), unnested(new))
    if valuesEqual(old, new) { return [] }
    let type = Swift.type(of: new)
    guard Swift.type(of: old) == type, type == declared || !TypeKind(of: declared).isExistential,
      printer.syntax.leaves.leaf(type) == nil
    else { return nil }
    if let new = new as? any SwiftAssignmentsProviding {
      return try new.swiftAssignments(from: old, at: target, using: &self)
    }
    if let new = new as? any OptionalValue, let optional = type as? any OptionalValue.Type {
      guard let before = (old as? any OptionalValue)?.wrappedValue, let after = new.wrappedValue
      else { return nil }
      return try assignments(from: before, to: after, as: optional.wrappedType, at: target + "?")
    }
    if let new = new as? any TextProxied { return try proxied(new, from: old, at: target) }
    guard case .structure(let schema) = TextSchema.of(type).shape,
      !(new is any SwiftSourceConvertible)
    else {
      return nil
    }
    return try properties(schema, from: old, to: new, at: target)
  }

  private mutating func proxied<P: TextProxied>(
    _ new: P, from old: Any, at target: String
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: P.self) else { return nil }
    return try statements(
      from: old.textProxy, to: new.textProxy, as: P.TextProxy.self, at: target)
  }

  private mutating func properties(
    _ schema: StructTextSchema, from old: Any, to new: Any, at target: String
  ) throws(ValueError) -> [SwiftExpression]? {
    let members = AccessibleMembers.of(schema.metadata.type)
    let unassignableCount = unassignable.count
    var found: [SwiftExpression] = []
    for property in schema.visible {
      guard let before = try? schema.metadata.value(at: property.index, in: old),
        let after = try? schema.metadata.value(at: property.index, in: new)
      else { continue }
      guard !valuesEqual(before, after) else { continue }
      guard property.field.isVariable else { return nil }
      if let members, !members.assignable.contains(property.name) {
        // A test reads the content of a property wrapper.
        let wrapper = after is any Collection ? nil : after as? any TextProxied
        let content = wrapper?.pathContent ?? TypedValue(after, as: property.field.type)
        unassignable.append(
          UnassignableChange(
            path: "\(target).\(property.name)", value: content.value, type: content.type,
            isReadable: members.readable.contains(property.name),
            hasPrivateSetter: (property.field.type as? any SwiftWrapper.Type)?.isReadOnly != true))
        continue
      }
      found += try statements(
        from: before, to: after, as: property.field.type, at: "\(target).\(property.name)")
    }
    // The values differ only in unnamed storage.
    return found.isEmpty && unassignable.count == unassignableCount ? nil : found
  }

  private mutating func assignedExpression(
    _ value: Any, as declared: Any.Type, at target: String
  ) throws(ValueError) -> SwiftExpression {
    try printer.nestedExpression(String(target.drop { $0 != "." }), value, as: declared)
  }
}

extension Array: SwiftAssignmentsProviding {
  /// Assigns changed elements and appends new ones.
  package func swiftAssignments(
    from old: Any, at target: String, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Element].self), old.count <= count, !old.isEmpty,
      old.count == count || !assignments.isRepeatable
    else { return nil }
    var found: [SwiftExpression] = []
    for index in old.indices {
      found += try assignments.statements(
        from: old[index], to: self[index], as: Element.self, at: "\(target)[\(index)]")
    }
    guard found.count <= 2 else { return nil }
    for index in old.count..<count {
      let element = try assignments.printer.nestedExpression(
        "\(target)[\(index)]", self[index], as: Element.self)
      found.append(.list("\(target).append(", [element], ")"))
    }
    return found
  }
}

extension Dictionary: SwiftAssignmentsProviding {
  /// Assigns the values of changed keys.
  package func swiftAssignments(
    from old: Any, at target: String, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Key: Value].self), !old.isEmpty, !isEmpty else { return nil }
    var found: [(String, SwiftExpression)] = []
    for key in Set(old.keys).union(keys) {
      let name = try assignments.printer.expression(key, as: Key.self).line
      let location = "\(target)[\(name)]"
      guard let value = self[key] else {
        found.append((location, .text("\(location) = nil")))
        continue
      }
      if let before = old[key], valuesEqual(before, value) { continue }
      let expression = try assignments.printer.nestedExpression(location, value, as: Value.self)
      found.append((location, .prefixed("\(location) = ", expression)))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
