import MachoMetadata

/// What changed from one state to another, as the smallest assignments that say it.
public struct SwiftAssignments {
  /// Writes the values.
  public var printer: SwiftSourcePrinter
  /// Whether each statement must come to the same when it is run on the state after the change:
  /// so a test store checks it where it is not exhaustive.
  public let isRepeatable: Bool

  /// Changes whose values a printer writes.
  public init(printer: SwiftSourcePrinter, isRepeatable: Bool) {
    self.printer = printer
    self.isRepeatable = isRepeatable
  }

  /// The statements that make `new` of `old`, which stands at `target`; none where they are equal.
  public mutating func statements(
    from old: Any, to new: Any, as declared: Any.Type, at target: String
  ) throws(ValueError) -> [SwiftExpression] {
    if let found = try assignments(from: old, to: new, as: declared, at: target) { return found }
    return [.prefixed("\(target) = ", try assignedExpression(new, as: declared, at: target))]
  }

  /// The same; `nil` where only an assignment of the whole says it.
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
      return try new.swiftAssignments(from: old, at: target, &self)
    }
    if let new = new as? any OptionalValue, let optional = type as? any OptionalValue.Type {
      guard let before = (old as? any OptionalValue)?.wrappedValue, let after = new.wrappedValue
      else { return nil }
      return try assignments(from: before, to: after, as: optional.wrappedType, at: target + "?")
    }
    if let new = new as? any TextProxied { return try proxied(new, from: old, at: target) }
    guard case .structure(let plan) = TextSchema.of(type).shape,
      !(new is any SwiftSourceConvertible)
    else {
      return nil
    }
    return try properties(plan, from: old, to: new, at: target)
  }

  private mutating func proxied<P: TextProxied>(
    _ new: P, from old: Any, at target: String
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: P.self) else { return nil }
    return try statements(
      from: old.textProxy, to: new.textProxy, as: P.TextProxy.self, at: target)
  }

  private mutating func properties(
    _ plan: StructTextSchema, from old: Any, to new: Any, at target: String
  ) throws(ValueError) -> [SwiftExpression]? {
    var found: [SwiftExpression] = []
    for property in plan.visible {
      guard let before = try? plan.metadata.value(at: property.index, in: old),
        let after = try? plan.metadata.value(at: property.index, in: new)
      else { continue }
      guard !valuesEqual(before, after) else { continue }
      guard property.field.isVariable else { return nil }
      found += try statements(
        from: before, to: after, as: property.field.type, at: "\(target).\(property.name)")
    }
    // What differs is nothing that has a name.
    return found.isEmpty ? nil : found
  }

  private mutating func assignedExpression(
    _ value: Any, as declared: Any.Type, at target: String
  ) throws(ValueError) -> SwiftExpression {
    try printer.nestedExpression(String(target.drop { $0 != "." }), value, as: declared)
  }
}

extension Array: SwiftAssignmentsProviding {
  /// Elements that changed in their places, and new ones behind them.
  public func swiftAssignments(
    from old: Any, at target: String, _ changes: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Element].self), old.count <= count, !old.isEmpty,
      old.count == count || !changes.isRepeatable
    else { return nil }
    var found: [SwiftExpression] = []
    for index in old.indices {
      found += try changes.statements(
        from: old[index], to: self[index], as: Element.self, at: "\(target)[\(index)]")
    }
    guard found.count <= 2 else { return nil }
    for index in old.count..<count {
      let element = try changes.printer.nestedExpression(
        "\(target)[\(index)]", self[index], as: Element.self)
      found.append(.list("\(target).append(", [element], ")"))
    }
    return found
  }
}

extension Dictionary: SwiftAssignmentsProviding {
  /// The values of the keys that changed.
  public func swiftAssignments(
    from old: Any, at target: String, _ changes: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Key: Value].self), !old.isEmpty, !isEmpty else { return nil }
    var found: [(String, SwiftExpression)] = []
    for key in Set(old.keys).union(keys) {
      let name = try changes.printer.expression(key, as: Key.self).line
      let place = "\(target)[\(name)]"
      guard let value = self[key] else {
        found.append((place, .text("\(place) = nil")))
        continue
      }
      if let before = old[key], valuesEqual(before, value) { continue }
      let expression = try changes.printer.nestedExpression(place, value, as: Value.self)
      found.append((place, .prefixed("\(place) = ", expression)))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
