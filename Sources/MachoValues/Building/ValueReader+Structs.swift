import MachoMetadata

extension ValueReader {
  /// Builds a struct from `Contact(id: 1, name: "Blob")`, `.init(…)`, `Outer.Contact(…)`, a JSON
  /// object, or the changes of `$contact with(name: "Blob")` to the value `base`. A struct with one property, such as an identity that wraps a number, also from the literal
  /// of the property: `3`.
  func structure(_ node: Int, _ schema: StructTextSchema, over base: Any?) throws(ValueError) -> Any
  {
    var given = [Int?](repeating: nil, count: schema.properties.count)
    try comparingArguments(node, schema, isWhole: base == nil) { () throws(ValueError) in
      try record(node, schema, in: &given)
    }
    guard let base else {
      let values = try allValues(given, node, schema)
      return try convertingMetadataErrors(node) { () throws(MetadataError) in
        try schema.metadata.makeValue(fields: values)
      }
    }
    let changes = try self.changes(given, schema, over: base)
    return try convertingMetadataErrors(node) { () throws(MetadataError) in
      try schema.metadata.replacing(changes, in: base)
    }
  }

  /// Records the arguments by the index of their property.
  private func record(
    _ node: Int, _ schema: StructTextSchema, in given: inout [Int?]
  ) throws(ValueError) {
    switch tree[node].kind {
    case .call, .chain:
      for argument in tree.children(try constructor(of: schema, node)) {
        try record(try property(of: argument, schema), argument, in: &given)
      }
    case .with:
      for argument in tree.children(node).dropFirst() {
        try record(try property(of: argument, schema), argument, in: &given)
      }
    case .object:
      let pairs = tree.children(node)
      for index in stride(from: 0, to: pairs.count, by: 2) {
        let property = try property(named: tree.nameRange(pairs[index]), schema)
        try record(property, pairs[index + 1], in: &given)
      }
    default:
      guard let property = wrappedProperty(node, schema) else { throw wrongStruct(node, schema) }
      given[property.index] = node
    }
  }

  /// Returns the only property of a struct that a literal stands for.
  private func wrappedProperty(
    _ node: Int, _ schema: StructTextSchema
  ) -> StructTextSchema.Property? {
    guard schema.properties.count == 1 else { return nil }
    switch tree[node].kind {
    case .number, .string, .array, .dictionary: return schema.visible.first
    case .name where ["true", "false"].contains(tree.text(tree.range(node))):
      return schema.visible.first
    default: return nil
    }
  }

  /// Returns the call that ends `Outer.Contact(…)` or `Contact.init(…)`. `nil` if the names do not
  /// match the type's path.
  func constructor(_ node: Int, _ path: [[UInt8]]) -> Int? {
    var names: [Range<Int>] = []
    var current = node
    while tree[current].kind == .chain, let next = tree.firstChild(current) {
      names.append(tree.nameRange(current))
      current = next
    }
    guard tree[current].kind == .call else { return nil }
    if !tree.spells(tree.nameRange(current), Array("init".utf8)) {
      names.append(tree.nameRange(current))
    }
    let tail = names.count > path.count ? names.dropFirst(names.count - path.count) : names[...]
    guard names.count <= path.count + 1 else { return nil }
    for (name, component) in zip(tail.reversed(), path.reversed())
    where !tree.spells(name, component) {
      return nil
    }
    return current
  }

  /// Whether every argument names a stored property that text can build.
  func givesOnlyBuildableProperties(_ node: Int, of schema: StructTextSchema) -> Bool {
    let labels: [Range<Int>?]
    switch tree[node].kind {
    case .call, .chain:
      guard let call = constructor(node, schema.path) else { return false }
      labels = tree.children(call).map(tree.labelRange)
    case .object:
      let pairs = tree.children(node)
      labels = stride(from: 0, to: pairs.count, by: 2).map { tree.nameRange(pairs[$0]) }
    default: return false
    }
    return labels.allSatisfy { label in
      let property = label.flatMap { schema.property(named: $0, in: tree) }
      return property.map { TextSchema.canBuild($0.field) } ?? false
    }
  }

  /// Returns the call that builds the struct. Throws if the text is not such a call.
  func constructor(of schema: StructTextSchema, _ node: Int) throws(ValueError) -> Int {
    guard let call = constructor(node, schema.path) else { throw wrongStruct(node, schema) }
    return call
  }

  /// Returns the stored property that the argument's label names.
  func property(
    of argument: Int, _ schema: StructTextSchema
  ) throws(ValueError) -> StructTextSchema.Property {
    guard let label = tree.labelRange(argument) else { throw unlabelled(argument, schema) }
    return try property(named: label, schema)
  }

  private func property(
    named label: Range<Int>, _ schema: StructTextSchema
  ) throws(ValueError) -> StructTextSchema.Property {
    if let property = schema.property(named: label, in: tree) { return property }
    let name = tree.text(label)
    // The key of a JSON object may have escapes, and no name in Swift has any.
    if name.utf8.contains(UInt8(ascii: "\\")),
      let key = try? JSONValue(parsing: "\"\(name)\"").string,
      let property = schema.property(named: key)
    {
      return property
    }
    let names = schema.visible.map { String($0.name) }
    let candidates = Suggestions.nearest(to: name, among: names)
    throw ValueError(
      .noSuchProperty, label,
      "\(TypeName.spell(schema.metadata.type)) has no property '\(excerpt(name))'",
      candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note("properties", names) : [])
  }

  private func record(
    _ property: StructTextSchema.Property, _ argument: Int, in given: inout [Int?]
  ) throws(ValueError) {
    guard given[property.index] == nil else {
      throw ValueError(.duplicate, tree.range(argument), "'\(property.name)' is given twice")
    }
    given[property.index] = argument
  }

  private func value(
    _ node: Int, _ property: StructTextSchema.Property, _ schema: StructTextSchema, over base: Any?
  ) throws(ValueError) -> Any {
    if let reason = property.field.unsupportedReason {
      let name = "\(TypeName.spell(schema.metadata.type)).\(property.name)"
      throw cannotBuild(node, MetadataError(name, reason))
    }
    return try build(node, TextSchema.of(property.field.type), over: base)
  }

  private func allValues(
    _ given: [Int?], _ node: Int, _ schema: StructTextSchema
  ) throws(ValueError) -> [Any] {
    var values: [Any] = []
    values.reserveCapacity(given.count)
    for property in schema.properties {
      if let argument = given[property.index] {
        values.append(try value(argument, property, schema, over: nil))
      } else {
        values.append(try omittedValue(property, node, schema))
      }
    }
    return values
  }

  /// Returns the value of a property that the text omits: the default of its text, `nil`, the registry's
  /// value for hidden storage, or the default in the source.
  private func omittedValue(
    _ property: StructTextSchema.Property, _ node: Int, _ schema: StructTextSchema
  ) throws(ValueError) -> Any {
    let type = TypeName.spell(schema.metadata.type)
    if let reason = property.field.unsupportedReason {
      throw cannotBuild(node, MetadataError("\(type).\(property.name)", reason))
    }
    if let defaulted = schema.metadata.type as? any TextDefaulted.Type,
      let value = defaulted.textDefaults[property.name]
    {
      return value
    }
    if let optional = property.field.type as? any OptionalValue.Type { return optional.nilValue }
    if let type = property.field.type as? any TextProxied.Type, let value = type.valueForNil {
      return value
    }
    if property.isHidden {
      if let value = syntax.leaves.hiddenValue(property.field.type) { return value }
      if let type = property.field.type as? any HiddenStorage.Type { return type.init() }
      throw ValueError(
        .cannotBuild, tree.range(node),
        "\(type) has hidden storage '\(property.field.label ?? "_")', which text cannot build",
        notes: ["register its value with LeafRegistry.registerHidden"])
    }
    let found = schema.sourceDefault(of: property)
    if case .constant(let function) = found, let value = try? function.value() {
      syntax.onFilling(
        FilledProperty(
          type: type, name: property.name,
          value: syntax.print(TypedValue(value, as: property.field.type))))
      return value
    }
    let end = tree.range(node).upperBound
    var error = ValueError(
      .missingArgument, max(end - 1, tree.range(node).lowerBound)..<end,
      "\(type) needs '\(property.name): \(property.field.textTypeName)'",
      candidates: [schema.suggestion])
    if case .varying = found {
      error.notes = ["its default in the source is not always the same"]
    }
    error.mismatch = declarationMismatch(node, schema, isWhole: true)
    throw error
  }

  private func changes(
    _ given: [Int?], _ schema: StructTextSchema, over base: Any
  ) throws(ValueError) -> [(index: Int, value: Any)] {
    var changes: [(index: Int, value: Any)] = []
    for property in schema.visible {
      guard let argument = given[property.index] else { continue }
      let old =
        property.field.unsupportedReason == nil
        ? try? schema.metadata.value(at: property.index, in: base) : nil
      changes.append((property.index, try value(argument, property, schema, over: old)))
    }
    return changes
  }

  // MARK: Errors

  private func wrongStruct(_ node: Int, _ schema: StructTextSchema) -> ValueError {
    Literal(reader: self, node: node).wrongType(
      schema.metadata.type, candidates: [schema.suggestion])
  }

  private func unlabelled(_ argument: Int, _ schema: StructTextSchema) -> ValueError {
    ValueError(
      .wrongLabel, tree.range(argument),
      "\(TypeName.spell(schema.metadata.type)) needs a label before each value",
      candidates: [schema.suggestion])
  }

  func convertingMetadataErrors<R>(
    _ node: Int, _ body: () throws(MetadataError) -> R
  ) throws(ValueError) -> R {
    do throws(MetadataError) {
      return try body()
    } catch {
      throw cannotBuild(node, error)
    }
  }
}
