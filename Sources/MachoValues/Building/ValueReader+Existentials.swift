import MachoMetadata

extension ValueReader {
  /// Builds a value where only a protocol is declared. The text either names a registered type or
  /// is a literal with a default type.
  func existential(_ node: Int, _ schema: TextSchema) throws(ValueError) -> Any {
    let value: Any
    if let concrete = try concrete(node) {
      value = concrete
    } else {
      value = try inferred(node, schema)
    }
    func fits<T>(_: T.Type) -> Bool { value is T }
    guard _openExistential(schema.type, do: fits) else {
      throw Literal(reader: self, node: node).wrongType(schema.type)
    }
    return value
  }

  /// Builds a value of a registered type, or of an error type, whose name starts the text. Returns
  /// `nil` if none matches.
  private func concrete(_ node: Int) throws(ValueError) -> Any? {
    switch tree[node].kind {
    case .call, .chain: break
    case .object: return try jsonConcrete(node)
    default: return nil
    }
    let name = tree.name(node)
    if name == "error" { return try ScriptedError.read(Literal(reader: self, node: node)) }
    for type in syntax.leaves.concreteTypes.reversed()
    where TypeName.path(type).contains(name) || TypeName.module(type) == name {
      return try build(node, TextSchema.of(type))
    }
    guard let found = try errorType(named: leadingNames(of: node), node) else { return nil }
    // The nodes of a chain are adjacent, so this one begins with the type's own name.
    return try build(node + found.position, TextSchema.of(found.type))
  }

  /// Builds a literal without a declared type: an Int, Double, String, Bool, or a known type by
  /// name, as in `Int8(3)`.
  func inferred(_ node: Int, _ schema: TextSchema) throws(ValueError) -> Any {
    let literal = Literal(reader: self, node: node)
    switch tree[node].kind {
    case .string: return try tree.stringValue(node)
    case .number:
      for type in [Int.self, Double.self, Duration.self] as [any TextConvertible.Type] {
        if let value = try? type.read(literal) { return value }
      }
    case .name:
      if let value = try? Bool.read(literal) { return value }
      if let value = try? Double.read(literal) { return value }
    case .call:
      let name = tree.name(node)
      let children = tree.children(node)
      if name == "AnyHashable", children.count == 1, tree.labelRange(children[0]) == nil {
        return try inferred(children[0], schema)
      }
      guard let type = KnownTypes.byName[name] else { break }
      if let value = try? type.read(literal) { return value }
      if children.count == 1, tree.labelRange(children[0]) == nil {
        return try type.read(Literal(reader: self, node: children[0]))
      }
    default: break
    }
    if schema.type == (any Error).self { throw unknownError(node) }
    throw ValueError(
      .cannotBuild, tree.range(node),
      "\(schema.name) does not determine the type of \(describe(node))",
      notes: ["register the type with LeafRegistry.registerConcrete"])
  }
}
