import MachoMetadata

extension SwiftSourcePrinter {
  /// Returns an expression that creates a struct with an initializer that a test can call.
  ///
  /// If the initializers are unknown, the struct is assumed to have its memberwise one. A parameter
  /// is assumed to set the property with its name and type.
  mutating func structure(
    _ value: Any, _ schema: StructTextSchema
  ) throws(ValueError) -> SwiftExpression {
    let type = schema.metadata.type
    let name = try name(of: type)
    guard let members = AccessibleMembers.of(type) else {
      return .list(name + "(", try arguments(schema.visible, of: value, schema), ")")
    }
    guard let initializer = Self.bestInitializer(members, schema) else {
      throw makeError(
        "no initializer of \(name) takes the values of its properties",
        notes: ["add one, or conform \(name) to SwiftSourceConvertible"])
    }
    let passed = initializer.labels.enumerated().compactMap { index, label in
      schema.visible.first { property in
        property.name == label && property.canBePassed(asParameterOf: initializer.types[index])
          && !(initializer.defaulted.contains(index) && isOmitted(property, of: value, schema))
      }
    }
    let call = SwiftExpression.list(
      name + "(", try arguments(passed, of: value, schema, initializer), ")")
    let passedNames = Set(passed.map(\.name))
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

  /// Returns the initializer that sets the most properties, with the fewest other parameters.
  private static func bestInitializer(
    _ members: AccessibleMembers, _ schema: StructTextSchema
  ) -> AccessibleMembers.Initializer? {
    var best: (initializer: AccessibleMembers.Initializer, count: Int)?
    for initializer in members.initializers {
      let known = zip(initializer.labels, initializer.types).map { label, type in
        schema.visible.contains { $0.name == label && $0.canBePassed(asParameterOf: type) }
      }
      let isUsable = known.enumerated().allSatisfy { index, isProperty in
        isProperty || initializer.defaulted.contains(index)
      }
      let count = known.count { $0 }
      if isUsable, count > best?.count ?? -1 { best = (initializer, count) }
    }
    return best?.initializer
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
        of: property, in: value, schema, as: parameter.flatMap { initializer?.types[$0] })
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
  fileprivate func canBePassed(asParameterOf type: String) -> Bool {
    // A wrapper's parameter has the type of its content.
    if field.type is any TextProxied.Type { return true }
    return AccessibleMembers.name(of: field.type).map { $0 == type } ?? true
  }
}
