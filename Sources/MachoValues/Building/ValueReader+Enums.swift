import MachoMetadata

extension ValueReader {
  /// Builds an enum value from `case`, `.case(…)`, `case.rest`, `case[id: 3].rest` or
  /// `Type.case`. In JSON, also from `"case"` and `{"case": payload}`.
  func enumeration(_ node: Int, _ schema: EnumTextSchema) throws(ValueError) -> Any {
    switch tree[node].kind {
    case .name, .call, .chain, .element:
      let choice = try findCase(node, schema)
      return try buildCase(choice.node, choice.candidates, schema)
    case .string where tree[node].detail & SyntaxNode.json != 0:
      let name = try tree.stringValue(node)
      let candidates = schema.metadata.casesByTag.filter { $0.name == name }
      if candidates.isEmpty, let value = try rawValue(node, schema) { return value }
      guard !candidates.isEmpty else { throw noSuchCase(name, at: tree.nameRange(node), schema) }
      return try buildCase(node, candidates, schema)
    case .object: return try jsonCase(node, schema)
    case .string, .number:
      if let value = try rawValue(node, schema) { return value }
      fallthrough
    default:
      throw ValueError(
        .wrongType, tree.range(node),
        "expected a case of \(TypeName.spell(schema.metadata.type)), found \(describe(node))",
        candidates: syntax.suggestedCases(of: schema.metadata.type).prefix(3).map(\.suggestion))
    }
  }

  /// Finds the cases named by a name, call or chain. Skips a leading type name.
  func findCase(
    _ node: Int, _ schema: EnumTextSchema
  ) throws(ValueError) -> (node: Int, candidates: [EnumCase]) {
    var current = node
    while true {
      if tree.isSubscript(current) { return (current, [try elementCase(of: schema, current)]) }
      let range = tree.nameRange(current)
      let found = schema.names.indices.filter { tree.spells(range, schema.names[$0]) }
      if !found.isEmpty { return (current, found.map { schema.metadata.casesByTag[$0] }) }
      // Any component of a type path such as `Counter.Action.increment` may be omitted, in order.
      guard tree[current].kind == .chain, isTypeName(from: node, to: current, schema.path),
        let next = tree.firstChild(current)
      else { break }
      current = next
    }
    throw noSuchCase(tree.name(current), at: tree.nameRange(current), schema)
  }

  /// Whether the names from `first` to `last` may precede a member of the type.
  private func isTypeName(from first: Int, to last: Int, _ path: [[UInt8]]) -> Bool {
    // A chain's nodes are adjacent, so `first...last` are its components.
    let names = (first...last).map { tree.nameRange($0) }
    guard names.count <= path.count + 1 else { return false }
    // Accepts any consecutive part of the path, or the module followed by the start of the path.
    for start in 0..<max(path.count - names.count + 1, 0) {
      if zip(names, path[start...]).allSatisfy({ tree.spells($0, $1) }) { return true }
    }
    return first == last
      ? false
      : zip(names.dropFirst(), path).allSatisfy { tree.spells($0, $1) }
  }

  func noSuchCase(_ name: String, at range: Range<Int>, _ schema: EnumTextSchema) -> ValueError {
    let type = TypeName.spell(schema.metadata.type)
    let nested = nestedCases(name, schema)
    let candidates =
      nested
      + Suggestions.closest(
        to: name,
        among: syntax.suggestedCases(of: schema.metadata.type).map { ($0.name, $0.suggestion) })
    var error = ValueError(
      .noSuchCase, range, "\(type) has no case '\(excerpt(name))'", candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note("cases", schema.metadata.cases.map(\.name)) : [])
    // A case of a child feature was neither renamed nor removed.
    if nested.isEmpty {
      error.mismatch = DeclarationMismatch(member: name, of: schema.metadata.type)
    }
    return error
  }

  /// The cases that contain a case of this name, such as `detail.addTapped` for `addTapped`.
  private func nestedCases(_ name: String, _ schema: EnumTextSchema) -> [String] {
    schema.metadata.cases.filter { outer in
      guard outer.elements.count == 1, let inner = try? EnumSchema.of(outer.elements[0].type)
      else { return false }
      return inner.cases.contains { $0.name == name }
    }.map { "\($0.name).\(name)" }
  }

  // MARK: Payloads

  private func buildCase(
    _ node: Int, _ candidates: [EnumCase], _ schema: EnumTextSchema
  ) throws(ValueError) -> Any {
    let choice = selectOverload(node, candidates)
    if isSending, let reason = syntax.caseOverrides[schema.metadata.type]?.forbidden[choice.name] {
      throw ValueError(
        .sendForbidden, tree.nameRange(node), "'\(choice.name)' cannot be sent: \(reason)")
    }
    let values: [Any]
    if choice.elements.isEmpty {
      try requireNoArguments(node, choice, schema)
      values = []
    } else {
      values = try payload(node, choice, schema)
    }
    do throws(MetadataError) {
      return try schema.metadata.makeValue(of: choice, payload: values)
    } catch {
      throw cannotBuild(node, error)
    }
  }

  /// Returns the candidate whose labels match. Cases may share a name if their labels differ.
  func selectOverload(_ node: Int, _ candidates: [EnumCase]) -> EnumCase {
    guard candidates.count > 1 else { return candidates[0] }
    let labels = tree[node].kind == .call ? tree.children(node).map(tree.label) : []
    return candidates.first { $0.elements.map(\.label) == labels } ?? candidates[0]
  }

  private func requireNoArguments(
    _ node: Int, _ choice: EnumCase, _ schema: EnumTextSchema
  ) throws(ValueError) {
    guard tree[node].kind != .name, let first = tree.firstChild(node) else { return }
    // `done(())` spells out the single value of `case done(Void)`.
    if choice.payload != nil, tree[first].kind == .tuple, tree.firstChild(first) == nil { return }
    var error = ValueError(
      .unexpectedArgument, tree.range(first),
      "\(TypeName.spell(schema.metadata.type)).\(choice.name) takes no argument",
      candidates: [choice.name])
    let given = tree[node].kind == .call ? tree.children(node) : []
    error.mismatch = declarationMismatch(given, [], node, argumentOwner(choice, schema))
    throw error
  }

  private func payload(
    _ node: Int, _ choice: EnumCase, _ schema: EnumTextSchema
  ) throws(ValueError) -> [Any] {
    let elements = choice.elements
    if tree[node].kind == .element { return try elementPayload(node, choice, schema) }
    if tree[node].kind == .chain, elements.count == 1, let rest = tree.firstChild(node) {
      return [try fieldValue(rest, elements[0], of: schema)]
    }
    guard tree[node].kind == .call else {
      return try arguments(
        [], elements, node, argumentOwner(choice, schema), defaults(choice, schema))
    }
    var given = tree.children(node)
    // Runtime metadata does not distinguish `case at((Int, Int))` from `case at(Int, Int)`, so both
    // spellings are read.
    if elements.count > 1, given.count == 1, tree[given[0]].kind == .tuple,
      tree.labelRange(given[0]) == nil
    {
      given = tree.children(given[0])
    } else if elements.count == 1, given.count > 1, let inner = tupleElements(of: elements[0].type),
      inner.count == given.count
    {
      return [try tupleValue(given, elements[0].type, node)]
    }
    return try arguments(
      given, elements, node, argumentOwner(choice, schema), defaults(choice, schema))
  }

  func argumentOwner(_ choice: EnumCase, _ schema: EnumTextSchema) -> ArgumentOwner {
    ArgumentOwner(
      name: "\(TypeName.spell(schema.metadata.type)).\(choice.name)",
      suggestion: suggestion(of: choice),
      path: DeclarationMismatch.owner(schema.metadata.type).map { $0 + [choice.name] })
  }

  private func defaults(_ choice: EnumCase, _ schema: EnumTextSchema) -> [String: String] {
    syntax.caseOverrides[schema.metadata.type]?.defaults[choice.name] ?? [:]
  }

  func fieldValue(_ node: Int, _ field: Field, of schema: EnumTextSchema) throws(ValueError)
    -> Any
  {
    if let reason = field.unsupportedReason {
      let owner = TypeName.spell(schema.metadata.type)
      throw cannotBuild(node, MetadataError("\(owner): \(TypeName.spell(field.type))", reason))
    }
    return try build(node, TextSchema.of(field.type))
  }
}
