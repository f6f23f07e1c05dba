import MachoMetadata

extension ValueReader {
  /// `{"case": payload}`: the payload's values in an object by label, in an array, or bare.
  func jsonCase(_ node: Int, _ plan: EnumTextSchema) throws(ValueError) -> Any {
    let pairs = tree.children(node)
    guard pairs.count == 2 else {
      throw ValueError(
        .wrongType, tree.range(node),
        "a case of \(TypeName.spell(plan.metadata.type)) is an object with one key, its name")
    }
    let name = try tree.stringValue(pairs[0])
    guard let choice = jsonChoice(pairs[1], plan.metadata.casesByTag.filter { $0.name == name })
    else {
      throw noSuchCase(name, at: tree.nameRange(pairs[0]), plan)
    }
    if isSending, let reason = syntax.caseOverrides[plan.metadata.type]?.forbidden[name] {
      throw ValueError(
        .sendForbidden, tree.range(node), "'\(name)' is not to be sent: \(reason)")
    }
    let values = try jsonPayload(pairs[1], choice)
    return try convertingMetadataErrors(node) { () throws(MetadataError) in
      try plan.metadata.makeValue(choice, values)
    }
  }

  /// Cases may share a name: then it is that which has the labels, `_0` where it has none.
  private func jsonChoice(_ payload: Int, _ candidates: [EnumCase]) -> EnumCase? {
    guard candidates.count > 1 else { return candidates.first }
    let keys = Literal(reader: self, node: payload).arguments.map(\.label)
    return candidates.first { choice in
      choice.elements.enumerated().allSatisfy { keys.contains($1.label ?? "_\($0)") }
        && choice.elements.count == keys.count
    } ?? candidates.first { $0.elements.count == 1 && $0.elements[0].label == nil }
      ?? candidates.first
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
      values.append(try build(node, TextSchema.of(element.type)))
    }
    return values
  }

  /// A value of a type that reads itself. What has no form of its own in JSON stands there as its text
  /// in a string, once that is not read as it is.
  func convertible(
    _ node: Int, _ type: Any.Type, isLeaf: Bool,
    _ read: (Literal) throws(ValueError) -> Any
  ) throws(ValueError) -> Any {
    let literal = Literal(reader: self, node: node)
    do throws(ValueError) {
      return try read(literal)
    } catch {
      guard let text = literal.jsonString, isLeaf || JSONRules.readsText(type) else { throw error }
      // A text from outside names neither variables nor further files.
      var syntax = syntaxWithoutVariables
      syntax.files = nil
      guard let value = try? syntax.readValue(text[...], of: type) else { throw error }
      return value
    }
  }

  /// `{"Type": value}`, where the type is not declared.
  func jsonConcrete(_ node: Int) throws(ValueError) -> Any? {
    let pairs = tree.children(node)
    guard pairs.count == 2 else { return nil }
    let name = try tree.stringValue(pairs[0])
    if name == "error" { return try build(pairs[1], TextSchema.of(ScriptedError.self)) }
    for type in syntax.leaves.concreteTypes.reversed() {
      let path = TypeName.path(type)
      if path.contains(name) || path.joined(separator: ".") == name {
        return try build(pairs[1], TextSchema.of(type))
      }
    }
    guard let type = KnownTypes.byName[name] else { return nil }
    return try build(pairs[1], TextSchema.of(type))
  }

  /// The values under the elements' labels (or `_0`, as Codable writes them), if all are there.
  private func jsonElements(_ node: Int, _ elements: [Field]) -> [Int]? {
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
  func rawValue(_ node: Int, _ plan: EnumTextSchema) throws(ValueError) -> Any? {
    guard let type = plan.metadata.type as? any RawRepresentable.Type else { return nil }
    func open<T: RawRepresentable>(_: T.Type) -> Any? {
      guard T.RawValue.self is any TextConvertible.Type,
        let raw = try? build(node, TextSchema.of(T.RawValue.self)),
        let raw = unbox(raw, as: T.RawValue.self)
      else { return nil }
      return T(rawValue: raw)
    }
    return open(type)
  }
}
