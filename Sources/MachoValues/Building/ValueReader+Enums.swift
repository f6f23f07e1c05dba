import MachoMetadata

extension ValueReader {
  /// `case`, `.case(…)`, `case.rest`, `Type.case`; in JSON `"case"` and `{"case": payload}`.
  func enumeration(_ node: Int, _ plan: EnumTextSchema) throws(ValueError) -> Any {
    switch tree[node].kind {
    case .name, .call, .chain:
      let choice = try findCase(node, plan)
      return try buildCase(choice.node, choice.candidates, plan)
    case .string where tree[node].detail & SyntaxNode.json != 0:
      let name = try tree.stringValue(node)
      let candidates = plan.metadata.casesByTag.filter { $0.name == name }
      if candidates.isEmpty, let value = try rawValue(node, plan) { return value }
      guard !candidates.isEmpty else { throw noSuchCase(name, at: tree.nameRange(node), plan) }
      return try buildCase(node, candidates, plan)
    case .object: return try jsonCase(node, plan)
    case .string, .number:
      if let value = try rawValue(node, plan) { return value }
      fallthrough
    default:
      throw ValueError(
        .wrongType, tree.range(node),
        "expected a case of \(TypeName.spell(plan.metadata.type)), found \(describe(node))",
        candidates: Array(caseSignatures(plan.metadata).prefix(3)))
    }
  }

  /// The case that a name, call or chain begins with, the type's own name before it skipped.
  func findCase(
    _ node: Int, _ plan: EnumTextSchema
  ) throws(ValueError) -> (node: Int, candidates: [EnumCase]) {
    var current = node
    while true {
      let range = tree.nameRange(current)
      let found = plan.names.indices.filter { tree.spells(range, plan.names[$0]) }
      if !found.isEmpty { return (current, found.map { plan.metadata.casesByTag[$0] }) }
      // `Counter.Action.increment`: each component of the path may be skipped, in order.
      guard tree[current].kind == .chain, isTypeName(from: node, to: current, plan.path),
        let next = tree.firstChild(current)
      else { break }
      current = next
    }
    throw noSuchCase(tree.name(current), at: tree.nameRange(current), plan)
  }

  /// Whether the names from `first` to `last` could stand in front of a member of the type.
  private func isTypeName(from first: Int, to last: Int, _ path: [[UInt8]]) -> Bool {
    // A chain's nodes follow each other: from `first` to `last` they are the components.
    let names = (first...last).map { tree.nameRange($0) }
    guard names.count <= path.count + 1 else { return false }
    // Some run of the path, or the module and then the path's beginning.
    for start in 0..<max(path.count - names.count + 1, 0) {
      if zip(names, path[start...]).allSatisfy({ tree.spells($0, $1) }) { return true }
    }
    return first == last
      ? false
      : zip(names.dropFirst(), path).allSatisfy { tree.spells($0, $1) }
  }

  func noSuchCase(_ name: String, at range: Range<Int>, _ plan: EnumTextSchema) -> ValueError {
    let type = TypeName.spell(plan.metadata.type)
    let candidates = Suggestions.closest(
      to: name, among: plan.metadata.cases.map { ($0.name, signature(of: $0)) })
    return ValueError(
      .noSuchCase, range, "\(type) has no case '\(excerpt(name))'", candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note("cases", plan.metadata.cases.map(\.name)) : [])
  }

  // MARK: Payloads

  private func buildCase(
    _ node: Int, _ candidates: [EnumCase], _ plan: EnumTextSchema
  ) throws(ValueError) -> Any {
    let choice = selectOverload(node, candidates)
    if isSending, let reason = syntax.caseOverrides[plan.metadata.type]?.forbidden[choice.name] {
      throw ValueError(
        .sendForbidden, tree.nameRange(node), "'\(choice.name)' is not to be sent: \(reason)")
    }
    let values: [Any]
    if choice.elements.isEmpty {
      try requireNoArguments(node, choice, plan)
      values = []
    } else {
      values = try payload(node, choice, plan)
    }
    do throws(MetadataError) {
      return try plan.metadata.makeValue(choice, values)
    } catch {
      throw cannotBuild(node, error)
    }
  }

  /// Cases may share a name and differ in their labels.
  func selectOverload(_ node: Int, _ candidates: [EnumCase]) -> EnumCase {
    guard candidates.count > 1 else { return candidates[0] }
    let labels = tree[node].kind == .call ? tree.children(node).map(tree.label) : []
    return candidates.first { $0.elements.map(\.label) == labels } ?? candidates[0]
  }

  private func requireNoArguments(
    _ node: Int, _ choice: EnumCase, _ plan: EnumTextSchema
  ) throws(ValueError) {
    guard tree[node].kind != .name, let first = tree.firstChild(node) else { return }
    // `done(())` writes out the one value of `case done(Void)`.
    if choice.payload != nil, tree[first].kind == .tuple, tree.firstChild(first) == nil { return }
    throw ValueError(
      .unexpectedArgument, tree.range(first),
      "\(TypeName.spell(plan.metadata.type)).\(choice.name) takes no argument",
      candidates: [choice.name])
  }

  private func payload(
    _ node: Int, _ choice: EnumCase, _ plan: EnumTextSchema
  ) throws(ValueError) -> [Any] {
    let elements = choice.elements
    if tree[node].kind == .chain, elements.count == 1, let rest = tree.firstChild(node) {
      return [try fieldValue(rest, elements[0], of: plan)]
    }
    guard tree[node].kind == .call else {
      return try arguments([], elements, node, argumentOwner(choice, plan), defaults(choice, plan))
    }
    var given = tree.children(node)
    // The runtime cannot tell `case at((Int, Int))` from `case at(Int, Int)`: both are read.
    if elements.count > 1, given.count == 1, tree[given[0]].kind == .tuple,
      tree.labelRange(given[0]) == nil
    {
      given = tree.children(given[0])
    } else if elements.count == 1, given.count > 1, let inner = tupleElements(of: elements[0].type),
      inner.count == given.count
    {
      return [try tupleValue(given, elements[0].type, node)]
    }
    return try arguments(given, elements, node, argumentOwner(choice, plan), defaults(choice, plan))
  }

  func argumentOwner(_ choice: EnumCase, _ plan: EnumTextSchema) -> ArgumentOwner {
    ArgumentOwner(
      name: "\(TypeName.spell(plan.metadata.type)).\(choice.name)", signature: signature(of: choice)
    )
  }

  private func defaults(_ choice: EnumCase, _ plan: EnumTextSchema) -> [String: String] {
    syntax.caseOverrides[plan.metadata.type]?.defaults[choice.name] ?? [:]
  }

  private func fieldValue(_ node: Int, _ part: Field, of plan: EnumTextSchema) throws(ValueError)
    -> Any
  {
    if let reason = part.refusal {
      let owner = TypeName.spell(plan.metadata.type)
      throw cannotBuild(node, MetadataError("\(owner): \(TypeName.spell(part.type))", reason))
    }
    return try build(node, TextSchema.of(part.type))
  }
}
