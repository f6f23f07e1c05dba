import MachoMetadata

extension ValueReader {
  /// Builds an enum value from `{"case": payload}`. The payload is an object of labelled values, an
  /// array, or a bare value.
  func jsonCase(_ node: Int, _ schema: EnumTextSchema) throws(ValueError) -> Any {
    let pairs = tree.children(node)
    guard pairs.count == 2 else {
      throw ValueError(
        .wrongType, tree.range(node),
        "expected a case of \(TypeName.spell(schema.metadata.type)): an object whose only key is its name"
      )
    }
    let name = try tree.stringValue(pairs[0])
    guard let choice = jsonChoice(pairs[1], schema.metadata.casesByTag.filter { $0.name == name })
    else {
      throw noSuchCase(name, at: tree.nameRange(pairs[0]), schema)
    }
    if isSending, let reason = syntax.caseOverrides[schema.metadata.type]?.forbidden[name] {
      throw ValueError(
        .sendForbidden, tree.range(node), "'\(name)' cannot be sent: \(reason)")
    }
    let values = try jsonPayload(pairs[1], choice)
    return try convertingMetadataErrors(node) { () throws(MetadataError) in
      try schema.metadata.makeValue(of: choice, payload: values)
    }
  }

  /// Returns the candidate whose labels match the payload's keys. A value without a label has a key
  /// such as `_0`.
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
      if let reason = element.unsupportedReason {
        throw cannotBuild(node, MetadataError(TypeName.spell(element.type), reason))
      }
      values.append(try build(node, TextSchema.of(element.type)))
    }
    return values
  }

  /// Reads a value of a type with its own `read`. Types without their own JSON form also accept
  /// their text in a JSON string, tried after the direct read fails.
  func convertible(
    _ node: Int, _ type: Any.Type, isLeaf: Bool,
    _ read: (Literal) throws(ValueError) -> Any
  ) throws(ValueError) -> Any {
    let literal = Literal(reader: self, node: node)
    do throws(ValueError) {
      return try read(literal)
    } catch {
      guard let text = literal.jsonString, isLeaf || JSONRules.readsText(type) else { throw error }
      // Text inside a JSON file may not refer to variables or to other files.
      var syntax = syntaxWithoutVariables
      syntax.files = nil
      guard let value = try? syntax.readValue(text[...], of: type) else { throw error }
      return value
    }
  }

  /// Builds a value from `{"Type": value}`, where no type is declared.
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
    let names = name.split(separator: ".").map(String.init)
    if let found = try errorType(named: names, node) {
      return try build(pairs[1], TextSchema.of(found.type))
    }
    guard let type = KnownTypes.byName[name] else { return nil }
    return try build(pairs[1], TextSchema.of(type))
  }

  /// Returns the values under the elements' labels, or `nil` if one is missing. The key of an
  /// unlabelled element is `_0`, `_1`, and so on, as Codable writes it.
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

  /// Returns the case whose raw value the node spells. `nil` if the enum has no raw values or none
  /// matches.
  func rawValue(_ node: Int, _ schema: EnumTextSchema) throws(ValueError) -> Any? {
    guard let type = schema.metadata.type as? any RawRepresentable.Type else { return nil }
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
