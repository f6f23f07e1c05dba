import MachoMetadata

extension ValueReader {
  /// A value where only a protocol is declared: a registered type by its name, or what the
  /// literal is by itself.
  func existential(_ node: Int, _ plan: TextSchema) throws(ValueError) -> Any {
    let value: Any
    if let concrete = try concrete(node) {
      value = concrete
    } else {
      value = try inferred(node, plan)
    }
    func fits<T>(_: T.Type) -> Bool { value is T }
    guard _openExistential(plan.type, do: fits) else {
      throw Literal(reader: self, node: node).wrongType(plan.type)
    }
    return value
  }

  /// A value of a registered type whose name the text begins with.
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
    return nil
  }

  /// What a literal is where no type is demanded: an Int, a Double, a String, a Bool, or a known
  /// type by its name, as in `Int8(3)`.
  func inferred(_ node: Int, _ plan: TextSchema) throws(ValueError) -> Any {
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
        return try inferred(children[0], plan)
      }
      guard let type = KnownTypes.byName[name] else { break }
      if let value = try? type.read(literal) { return value }
      if children.count == 1, tree.labelRange(children[0]) == nil {
        return try type.read(Literal(reader: self, node: children[0]))
      }
    default: break
    }
    throw ValueError(
      .cannotBuild, tree.range(node),
      "\(plan.name) does not tell the type of \(describe(node))",
      notes: [
        plan.type == (any Error).self
          ? "write error(\"...\"), or register the type with LeafRegistry.registerConcrete"
          : "register the type with LeafRegistry.registerConcrete"
      ])
  }
}
