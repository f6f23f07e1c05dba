import MachoMetadata

/// A change of a property that a test cannot assign.
package struct UnassignableChange {
  /// The path from the state to the property: `.child.count`.
  package fileprivate(set) var path: String
  /// The new value.
  package let value: Any
  /// The declared type.
  package let type: Any.Type
  /// Whether a test can read the property.
  package fileprivate(set) var isReadable: Bool
  /// Whether the property has a private setter. An exhaustive test store reports such a change. It
  /// does not compare a value that the state only reads, as `SharedReader` does.
  package let hasPrivateSetter: Bool
}

/// Generates the shortest Swift assignments that turn one state into another.
package struct SwiftAssignments {
  /// The target of the statements.
  package enum Purpose: Sendable {
    /// A state that is modified once.
    case once
    /// A state that may have the new values already: a non-exhaustive test store runs the statements
    /// on the state after the change. Each statement is idempotent.
    case repeatable
    /// The content of a shared value, in a closure that returns nothing. Each statement is
    /// idempotent, because two properties may refer to one value.
    case sharedContent
    /// A state that cannot be assigned. Statements can only modify the shared values that it refers
    /// to.
    case readOnly
  }

  /// The printer of the assigned values.
  package var printer: SwiftSourcePrinter
  /// The target of the statements.
  package let purpose: Purpose
  /// Whether an enum has case key paths for all cases. Default: none has.
  package var hasCaseKeyPaths: (Any.Type) -> Bool = { _ in false }
  /// The changes of properties that the code of a test cannot assign.
  package private(set) var unassignable: [UnassignableChange] = []
  /// The number of shared values that the statements modify.
  private var sharedChangeCount = 0
  /// The number of statements that modify shared values, and need no variable at their target.
  private var inPlaceCount = 0
  /// The number of the enclosing statements that bind the payload of a case.
  private var bindingCount = 0

  /// Whether each statement must be idempotent.
  package var isRepeatable: Bool { purpose != .once }

  /// Creates a generator.
  package init(printer: SwiftSourcePrinter, purpose: Purpose) {
    self.printer = printer
    self.purpose = purpose
  }

  /// Adds a change of a value that the state only reads.
  package mutating func addReadOnlyChange(_ value: Any, as type: Any.Type, at target: SwiftTarget) {
    unassignable.append(
      UnassignableChange(
        path: target.path, value: value, type: type, isReadable: true, hasPrivateSetter: false))
  }

  /// Returns the statements that turn `old`, located at `target`, into `new`. Empty if the values
  /// are equal.
  package mutating func statements(
    from old: Any, to new: Any, as declared: Any.Type, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression] {
    let before = inPlaceCount
    if let found = try assignments(from: old, to: new, as: declared, at: target) { return found }
    inPlaceCount = before
    guard purpose != .readOnly else {
      throw printer.makeError("a test cannot assign \(target)")
    }
    return [.prefixed("\(target) = ", try assignedExpression(new, as: declared, at: target))]
  }

  /// Returns the statements that change the content of a shared value, which `target` refers to.
  package mutating func sharedStatements(
    from old: Any, to new: Any, as declared: Any.Type, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression] {
    var content = SwiftAssignments(printer: printer, purpose: .sharedContent)
    let statements = try content.statements(from: old, to: new, as: declared, at: "$0")
    printer = content.printer
    sharedChangeCount += 1
    inPlaceCount += statements.count
    return statements.map { .block("\(target).withLock {", [$0], "}") }
  }

  /// Returns a call that changes a collection, as a statement.
  ///
  /// - Parameter returnsValue: Whether the call returns a value, which a closure without a result
  ///   must discard.
  package func callStatement(_ call: SwiftExpression, returnsValue: Bool) -> SwiftExpression {
    returnsValue && purpose == .sharedContent ? .prefixed("_ = ", call) : call
  }

  /// Returns the statements of `body`, if they modify a shared value. Otherwise returns `nil`, and
  /// the whole value can be assigned.
  package mutating func statementsModifyingShared(
    _ body: (inout SwiftAssignments) throws(ValueError) -> [SwiftExpression]?
  ) throws(ValueError) -> [SwiftExpression]? {
    var trial = self
    guard let found = try body(&trial),
      trial.sharedChangeCount > sharedChangeCount || purpose == .readOnly
    else { return nil }
    self = trial
    return found
  }

  /// Returns the statements, or `nil` if only an assignment of the whole value expresses the
  /// change.
  private mutating func assignments(
    from old: Any, to new: Any, as declared: Any.Type, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression]? {
    let (old, new) = (unnested(old), unnested(new))
    if valuesEqual(old, new) { return [] }
    let type = Swift.type(of: new)
    guard Swift.type(of: old) == type, type == declared || !TypeKind(of: declared).isExistential,
      printer.syntax.leaves.leaf(type) == nil
    else { return nil }
    // Before the casts below, which see through an Optional.
    if let new = new as? any OptionalValue, let optional = type as? any OptionalValue.Type {
      guard let before = (old as? any OptionalValue)?.wrappedValue, let after = new.wrappedValue
      else { return nil }
      return try assignments(
        from: before, to: after, as: optional.wrappedType, at: target.unwrapped)
    }
    if let new = new as? any SwiftAssignmentsProviding {
      return try new.swiftAssignments(from: old, at: target, using: &self)
    }
    if let new = new as? any TextProxied { return try proxied(new, from: old, at: target) }
    if case .enumeration(let schema) = TextSchema.of(type).shape {
      let shared = try statementsModifyingShared { trial throws(ValueError) in
        try trial.payload(schema.metadata, from: old, to: new, at: target)
      }
      if let shared { return shared }
      return try modification(schema.metadata, from: old, to: new, at: target)
    }
    guard case .structure(let schema) = TextSchema.of(type).shape,
      !(new is any SwiftSourceConvertible)
    else {
      return nil
    }
    return try properties(schema, from: old, to: new, at: target)
  }

  private mutating func proxied<P: TextProxied>(
    _ new: P, from old: Any, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: P.self) else { return nil }
    return try statements(
      from: old.textProxy, to: new.textProxy, as: P.TextProxy.self, at: target)
  }

  private mutating func properties(
    _ schema: StructTextSchema, from old: Any, to new: Any, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression]? {
    let members = AccessibleMembers.of(schema.metadata.type)
    let unassignableCount = unassignable.count
    var found: [SwiftExpression] = []
    for property in schema.visible {
      guard let before = try? schema.metadata.value(at: property.index, in: old),
        let after = try? schema.metadata.value(at: property.index, in: new)
      else { continue }
      guard !valuesEqual(before, after) else { continue }
      // The content of a shared value can change although the property cannot be assigned.
      if Self.isSharedValue(before), Self.isSharedValue(after),
        members?.readable.contains(property.name) != false
      {
        let name = property.isWrapped ? "$" + property.name : property.name
        found += try statements(
          from: before, to: after, as: property.field.type, at: target.property(name))
        continue
      }
      guard property.field.isVariable else { return nil }
      if let members, !members.assignable.contains(property.name) {
        // A test reads the content of a property wrapper.
        let wrapper = after is any Collection ? nil : after as? any TextProxied
        let content = wrapper?.pathContent ?? TypedValue(after, as: property.field.type)
        unassignable.append(
          UnassignableChange(
            path: target.property(property.name).path, value: content.value, type: content.type,
            isReadable: members.readable.contains(property.name),
            hasPrivateSetter: (property.field.type as? any SwiftWrapper.Type)?.isReadOnly != true))
        continue
      }
      found += try statements(
        from: before, to: after, as: property.field.type, at: target.property(property.name))
    }
    // The values differ only in unnamed storage.
    return found.isEmpty && unassignable.count == unassignableCount ? nil : found
  }

  /// Whether a value, or the value in an Optional, is a shared value that can be modified.
  private static func isSharedValue(_ value: Any) -> Bool {
    (value as? any SwiftWrapper).map { !type(of: $0).isReadOnly } ?? false
  }

  /// Returns one statement that changes values in the payload of a case. `nil` if the case differs.
  private mutating func payload(
    _ schema: EnumSchema, from old: Any, to new: Any, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let current = try? schema.currentCase(of: new),
      (try? schema.currentCase(of: old))?.tag == current.tag,
      let before = try? schema.payload(of: old), let after = try? schema.payload(of: new)
    else { return nil }
    let subject = target.wrappedDescription
    let outer = inPlaceCount
    let unassignableCount = unassignable.count
    var statements: [SwiftExpression] = []
    var bindings: [(label: String, name: String, binding: String)] = []
    var isAssigned = false
    for (index, element) in current.elements.enumerated() {
      bindingCount += 1
      let name = bindingCount == 1 ? "value" : "value\(bindingCount)"
      let start = inPlaceCount
      let found = try self.statements(
        from: before[index], to: after[index], as: element.type, at: SwiftTarget(name))
      let isVariable = found.count > inPlaceCount - start
      isAssigned = isAssigned || isVariable
      statements += found
      bindings.append(
        (
          element.label.map { "\($0): " } ?? "", name,
          found.isEmpty ? "_" : (isVariable ? "var " : "let ") + name
        ))
    }
    bindingCount -= bindings.count
    for index in unassignable.indices.dropFirst(unassignableCount) {
      // Its path starts at a variable of the statement.
      unassignable[index].path = target.property(current.name).path + unassignable[index].path
      unassignable[index].isReadable = false
    }
    inPlaceCount = isAssigned ? outer : outer + 1
    let name = "." + SwiftSourcePrinter.escaped(current.name)
    if isAssigned {
      let values = bindings.map { $0.label + $0.name }.joined(separator: ", ")
      statements.append(.text("\(subject) = \(name)(\(values))"))
    }
    let patterns = bindings.map {
      $0.label + (isAssigned && $0.binding == "_" ? "let \($0.name)" : $0.binding)
    }
    let pattern = "\(name)(\(patterns.joined(separator: ", ")))" + (target.isInOptional ? "?" : "")
    return [.block("if case \(pattern) = \(subject) {", statements, "}")]
  }

  /// Returns a call that modifies the value of a case by its key path. `nil` if the case differs, has no key
  /// path, or only an assignment of the whole value expresses the change.
  private mutating func modification(
    _ schema: EnumSchema, from old: Any, to new: Any, at target: SwiftTarget
  ) throws(ValueError) -> [SwiftExpression]? {
    guard purpose != .readOnly, hasCaseKeyPaths(Swift.type(of: new)),
      let current = try? schema.currentCase(of: new), current.elements.count == 1,
      (try? schema.currentCase(of: old))?.tag == current.tag,
      let before = try? schema.payload(of: old).first,
      let after = try? schema.payload(of: new).first
    else { return nil }
    var trial = self
    guard
      let statements = try trial.assignments(
        from: before, to: after, as: current.elements[0].type, at: "$0"), !statements.isEmpty
    else { return nil }
    for index in trial.unassignable.indices.dropFirst(unassignable.count) {
      // Its path starts at the value of the case.
      trial.unassignable[index].path =
        target.property(current.name).path + trial.unassignable[index].path
      trial.unassignable[index].isReadable = false
    }
    trial.inPlaceCount = inPlaceCount
    self = trial
    let name = SwiftSourcePrinter.escaped(current.name)
    return [.block("\(target).modify(\\.\(name)) {", statements, "}")]
  }

  private mutating func assignedExpression(
    _ value: Any, as declared: Any.Type, at target: SwiftTarget
  ) throws(ValueError) -> SwiftExpression {
    try printer.nestedExpression(target.path, value, as: declared)
  }
}

extension Array: SwiftAssignmentsProviding {
  /// Assigns changed elements and appends new ones.
  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Element].self), old.count <= count, !old.isEmpty,
      old.count == count || !assignments.isRepeatable
    else { return nil }
    var found: [SwiftExpression] = []
    for index in old.indices {
      found += try assignments.statements(
        from: old[index], to: self[index], as: Element.self, at: target.element("\(index)"))
    }
    guard found.count <= 2 || assignments.purpose == .readOnly else { return nil }
    for index in old.count..<count {
      let element = try assignments.printer.nestedExpression(
        target.element("\(index)").description, self[index], as: Element.self)
      found.append(.list("\(target).append(", [element], ")"))
    }
    return found
  }
}

extension Dictionary: SwiftAssignmentsProviding {
  /// Assigns the values of changed keys.
  package func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]? {
    guard let old = unbox(old, as: [Key: Value].self), !old.isEmpty, !isEmpty else { return nil }
    var found: [(String, SwiftExpression)] = []
    for key in Set(old.keys).union(keys) {
      let name = try assignments.printer.expression(key, as: Key.self).line
      let element = target.element(name)
      let location = element.description
      guard let value = self[key] else {
        found.append((location, .text("\(location) = nil")))
        continue
      }
      if let before = old[key] {
        if valuesEqual(before, value) { continue }
        let nested = try assignments.statementsModifyingShared { trial throws(ValueError) in
          try trial.statements(from: before, to: value, as: Value.self, at: element.unwrapped)
        }
        if let nested {
          found += nested.map { (location, $0) }
          continue
        }
      }
      let expression = try assignments.printer.nestedExpression(location, value, as: Value.self)
      found.append((location, .prefixed("\(location) = ", expression)))
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
