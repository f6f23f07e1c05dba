import MachoMetadata

extension Reader {
  /// `{"case": payload}`: the payload's values in an object by label, in an array, or bare.
  func jsonCase(_ node: Int, _ plan: EnumPlan) throws(ValueError) -> Any {
    let pairs = tree.children(node)
    guard pairs.count == 2 else {
      throw ValueError(
        .wrongType, tree.range(node),
        "a case of \(TypeName.spell(plan.schema.type)) is an object with one key, its name")
    }
    let name = try tree.stringValue(pairs[0])
    guard let choice = plan.schema.casesByTag.first(where: { $0.name == name }) else {
      throw noSuchCase(name, at: tree.nameRange(pairs[0]), plan)
    }
    if isSending, let reason = syntax.tables[plan.schema.type]?.forbidden[name] {
      throw ValueError(
        .notSendable, tree.range(node), "'\(name)' is not to be sent: \(reason)")
    }
    let values = try jsonPayload(pairs[1], choice)
    return try metadata(node) { () throws(MetadataError) in
      try plan.schema.make(choice, values)
    }
  }

  private func jsonPayload(_ node: Int, _ choice: EnumCase) throws(ValueError) -> [Any] {
    let elements = choice.elements
    guard !elements.isEmpty else { return [] }
    var nodes: [Int]
    if let labelled = jsonElements(node, elements) {
      nodes = labelled
    } else if elements.count == 1 {
      nodes = [node]
    } else if tree[node].kind == .array {
      nodes = tree.children(node)
    } else {
      throw ValueError(
        .wrongType, tree.range(node), "expected the values of \(signature(of: choice))")
    }
    guard nodes.count == elements.count else {
      throw ValueError(
        .missingArgument, tree.range(node),
        "expected \(elements.count) values, for \(signature(of: choice))")
    }
    var values: [Any] = []
    for (node, element) in zip(nodes, elements) {
      if let reason = element.refusal {
        throw cannotBuild(node, MetadataError(TypeName.spell(element.type), reason))
      }
      values.append(try build(node, TypePlan.of(element.type)))
    }
    return values
  }

  /// The values under the elements' labels (or `_0`, as Codable writes them), if all are there.
  private func jsonElements(_ node: Int, _ elements: [Part]) -> [Int]? {
    guard tree[node].kind == .object else { return nil }
    let pairs = tree.children(node)
    guard pairs.count == elements.count * 2 else { return nil }
    var result: [Int] = []
    for (index, element) in elements.enumerated() {
      let names = [element.label, "_\(index)"]
      guard
        let found = stride(from: 0, to: pairs.count, by: 2).first(where: {
          names.contains(try? tree.stringValue(pairs[$0]))
        })
      else { return nil }
      result.append(pairs[found + 1])
    }
    return result
  }

  /// The case of a raw-value enum whose raw value the text is.
  func rawValue(_ node: Int, _ plan: EnumPlan) throws(ValueError) -> Any? {
    guard let type = plan.schema.type as? any RawRepresentable.Type else { return nil }
    func open<T: RawRepresentable>(_: T.Type) -> Any? {
      guard T.RawValue.self is any TextValue.Type,
        let raw = try? build(node, TypePlan.of(T.RawValue.self)),
        let raw = unbox(raw, as: T.RawValue.self)
      else { return nil }
      return T(rawValue: raw)
    }
    return open(type)
  }
}
