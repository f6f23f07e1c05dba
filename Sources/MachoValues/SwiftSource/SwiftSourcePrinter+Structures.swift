import MachoMetadata

extension SwiftSourcePrinter {
  /// Returns an expression that creates a struct with an initializer that a test can call.
  ///
  /// If the initializers are unknown, the struct is assumed to have its memberwise one. A parameter
  /// is assumed to set the property with its name and type, or without a label the only property with
  /// its type.
  mutating func structure(
    _ value: Any, _ schema: StructTextSchema
  ) throws(ValueError) -> SwiftExpression {
    let type = schema.metadata.type
    let name = try name(of: type)
    guard let members = AccessibleMembers.of(type) else {
      return .list(name + "(", try arguments(schema.visible, of: value, schema), ")")
    }
    guard let found = Self.bestCall(members, schema) else {
      throw makeError(
        "no initializer of \(name) takes the values of its properties",
        notes: ["add one, or conform \(name) to SwiftSourceConvertible"])
    }
    var arguments: [SwiftExpression] = []
    var passedNames: Set<String> = []
    for (index, property) in found.properties.enumerated() {
      let isDefaulted = found.initializer.defaulted.contains(index)
      guard let property, !(isDefaulted && isOmitted(property, of: value, schema)) else { continue }
      let argument = try self.value(
        of: property, in: value, schema, as: found.initializer.types[index])
      passedNames.insert(property.name)
      arguments.append(
        found.initializer.labels[index].map { .prefixed("\($0): ", argument) } ?? argument)
    }
    let call = SwiftExpression.list(name + "(", arguments, ")")
    let missing = schema.visible.filter { property in
      property.field.isVariable && !passedNames.contains(property.name)
        && !isOmitted(property, of: value, schema)
    }
    let rest = missing.filter { members.assignable.contains($0.name) }
    if rest.count < missing.count { omitsVariables = true }
    guard !rest.isEmpty else { return call }
    var statements: [SwiftExpression] = []
    var isMutated = false
    for property in rest {
      let content = try? schema.metadata.value(at: property.index, in: value)
      // A shared value is replaced through its wrapper, which needs no variable.
      let isShared = property.isWrapped && content is any SwiftWrapper
      isMutated = isMutated || !isShared
      statements.append(
        .prefixed(
          "value.\(isShared ? "$" : "")\(property.name) = ",
          try self.value(of: property, in: value, schema)))
    }
    statements.insert(.prefixed("\(isMutated ? "var" : "let") value = ", call), at: 0)
    return .block("{ () -> \(name) in", statements + [.text("return value")], "}()")
  }

  /// Returns a call of an initializer with the values that differ from those of `base`, which the
  /// initializer without arguments creates. `nil` if no initializer takes them.
  package mutating func expression(
    _ value: Any, differingFrom base: Any
  ) throws(ValueError) -> SwiftExpression? {
    let type = Swift.type(of: value)
    guard case .structure(let schema) = TextSchema.of(type).shape,
      let members = AccessibleMembers.of(type)
    else { return nil }
    let changed = schema.visible.filter { property in
      guard let old = try? schema.metadata.value(at: property.index, in: base),
        let new = try? schema.metadata.value(at: property.index, in: value)
      else { return true }
      return !valuesEqual(old, new)
    }
    let names = Set(changed.map(\.name))
    let initializer = members.initializers.first { initializer in
      names.isSubset(of: initializer.labels.compactMap(\.self))
        && initializer.labels.enumerated().allSatisfy { index, label in
          initializer.defaulted.contains(index) || label.map(names.contains) == true
        }
    }
    guard let initializer else { return nil }
    return .list(
      try name(of: type) + "(", try arguments(changed, of: value, schema, initializer), ")")
  }

  /// Returns the expressions of a struct's properties, without those that cannot be written.
  package mutating func propertyExpressions(of value: Any) -> [SwiftExpression] {
    guard case .structure(let schema) = TextSchema.of(Swift.type(of: value)).shape else {
      return []
    }
    var expressions: [SwiftExpression] = []
    for property in schema.visible {
      var trial = self
      guard let expression = try? trial.value(of: property, in: value, schema) else { continue }
      self = trial
      expressions.append(expression)
    }
    return expressions
  }

  /// A call of an initializer, with the property that each parameter sets. `nil`: the parameter has
  /// its default.
  private struct Call {
    let initializer: AccessibleMembers.Initializer
    let properties: [StructTextSchema.Property?]

    /// Whether each parameter has a value.
    var isComplete: Bool {
      properties.enumerated().allSatisfy { index, property in
        property != nil || initializer.defaulted.contains(index)
      }
    }
  }

  /// Returns the initializer that sets the most properties, with the fewest other parameters. Labels
  /// name properties more reliably than types do.
  private static func bestCall(_ members: AccessibleMembers, _ schema: StructTextSchema) -> Call? {
    func best(_ property: (Int, AccessibleMembers.Initializer) -> StructTextSchema.Property?)
      -> Call?
    {
      var best: (call: Call, count: Int)?
      for initializer in members.initializers {
        let call = Call(
          initializer: initializer,
          properties: initializer.labels.indices.map { property($0, initializer) })
        let count = call.properties.count { $0 != nil }
        if call.isComplete, count > best?.count ?? -1 { best = (call, count) }
      }
      return best?.call
    }
    func labeled(_ index: Int, _ initializer: AccessibleMembers.Initializer)
      -> StructTextSchema.Property?
    {
      schema.visible.first {
        $0.name == initializer.labels[index]
          && $0.canBePassed(asParameterOf: initializer.types[index])
      }
    }
    return best(labeled)
      ?? best { index, initializer in
        guard initializer.labels[index] == nil else { return labeled(index, initializer) }
        let others = schema.visible.filter { !initializer.labels.contains($0.name) }
        let candidates = others.filter { $0.canBePassed(asParameterOf: initializer.types[index]) }
        return candidates.count == 1 ? candidates[0] : nil
      }
  }

  private mutating func arguments(
    _ properties: [StructTextSchema.Property], of value: Any, _ schema: StructTextSchema,
    _ initializer: AccessibleMembers.Initializer? = nil
  ) throws(ValueError) -> [SwiftExpression] {
    var arguments: [SwiftExpression] = []
    for property in properties {
      if initializer == nil, isOmitted(property, of: value, schema) { continue }
      let parameter = initializer?.labels.firstIndex(of: property.name)
      let expression = try self.value(
        of: property, in: value, schema, as: parameter.flatMap { initializer?.types[$0] ?? nil })
      arguments.append(.prefixed("\(property.name): ", expression))
    }
    return arguments
  }

  /// - Parameter parameterType: The type of the parameter that the expression is passed to.
  private mutating func value(
    of property: StructTextSchema.Property, in value: Any, _ schema: StructTextSchema,
    as parameterType: String? = nil
  ) throws(ValueError) -> SwiftExpression {
    guard let content = try? schema.metadata.value(at: property.index, in: value) else {
      let name = TypeName.path(schema.metadata.type).joined(separator: ".")
      let type = TypeName.spell(property.field.type)
      throw makeError("\(name).\(property.name) of type \(type) cannot be written")
    }
    if let parameterType, let wrapped = (content as? any SwiftWrapper)?.pathContent,
      AccessibleMembers.name(of: wrapped.type) == parameterType
    {
      return try nestedExpression(".\(property.name)", wrapped.value, as: wrapped.type)
    }
    return try nestedExpression(".\(property.name)", content, as: property.field.type)
  }

  /// Whether a property needs no argument: a wrapped property that is `nil` starts as `nil`. Other
  /// properties may have any default.
  private func isOmitted(
    _ property: StructTextSchema.Property, of value: Any, _ schema: StructTextSchema
  ) -> Bool {
    guard property.field.isVariable,
      let content = try? schema.metadata.value(at: property.index, in: value)
    else { return false }
    return content is any TextProxied && Self.isNil(content)
  }
}

extension StructTextSchema.Property {
  /// Whether the property's value can be an argument for a parameter of a type.
  fileprivate func canBePassed(asParameterOf type: String?) -> Bool {
    // A wrapper's parameter has the type of its content.
    guard let type, !(field.type is any TextProxied.Type) else { return true }
    return AccessibleMembers.name(of: field.type).map { $0 == type } ?? true
  }
}
