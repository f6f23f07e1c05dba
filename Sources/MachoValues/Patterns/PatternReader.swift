import MachoMetadata

/// Parses patterns. Handles nodes that may contain `_` or end early, and reads all others as
/// values.
struct PatternReader {
  let reader: ValueReader
  /// Whether undefined variables get the values at their places.
  var bindsVariables = false

  private var tree: SyntaxTree { reader.tree }

  func pattern(_ node: Int, _ type: Any.Type) throws(ValueError) -> ValuePattern.Node {
    if tree[node].kind == .wildcard { return .any }
    if isBound(node) { return .variable(name: tree.name(node), type) }
    let textSchema = TextSchema.of(type)
    guard reader.syntax.leaves.leaf(type) == nil else { return try value(node, textSchema) }
    switch textSchema.shape {
    case .convertible(let convertible): return try convertiblePattern(node, textSchema, convertible)
    case .enumeration(let cases): return try casePattern(node, textSchema, cases)
    case .structure(let structure) where hasWildcard(node):
      return try structPattern(node, textSchema, structure)
    case .tuple(let schema) where hasWildcard(node) && tree[node].kind == .tuple:
      return .tuple(
        schema,
        try fieldPatterns(
          tree.children(node), schema.elements, node,
          ArgumentOwner(name: textSchema.name, suggestion: textSchema.name)))
    default: return try value(node, textSchema)
    }
  }

  private func value(_ node: Int, _ textSchema: TextSchema) throws(ValueError) -> ValuePattern.Node
  {
    .value(try reader.build(node, textSchema))
  }

  private func hasWildcard(_ node: Int) -> Bool {
    (node..<Int(tree[node].next)).contains { tree[$0].kind == .wildcard || isBound($0) }
  }

  /// Whether a node is a variable that gets the value at its place.
  private func isBound(_ node: Int) -> Bool {
    bindsVariables && tree[node].kind == .variable && reader.pathRange(after: node).isEmpty
      && reader.syntax.variables(tree.name(node)) == nil
  }

  private func convertiblePattern(
    _ node: Int, _ textSchema: TextSchema, _ convertible: any TextConvertible.Type
  ) throws(ValueError) -> ValuePattern.Node {
    let literal = Literal(reader: reader, node: node)
    if let optional = convertible as? any OptionalValue.Type {
      if literal.isNil || literal.isWord("none") { return try value(node, textSchema) }
      let inside = literal.onlyArgument(of: "some") ?? literal
      return .some(try pattern(inside.node, optional.wrappedType))
    }
    if let proxied = convertible as? any TextProxied.Type {
      return .proxied(try pattern(node, proxied.proxyType))
    }
    if let setting = convertible as? any PropertySetting.Type,
      let (name, value) = literal.member, let type = setting.settableType(of: name)
    {
      return .setting(
        name: name,
        try value.map { value throws(ValueError) in
          try pattern(value.node, type)
        })
    }
    guard hasWildcard(node), tree[node].kind == .array,
      let element = (convertible as? any ElementTyped.Type)?.elementType
    else { return try value(node, textSchema) }
    var nodes: [ValuePattern.Node] = []
    for child in tree.children(node) { nodes.append(try pattern(child, element)) }
    return .elements(nodes)
  }

  // MARK: Composites

  private func casePattern(
    _ node: Int, _ textSchema: TextSchema, _ cases: EnumTextSchema
  ) throws(ValueError) -> ValuePattern.Node {
    switch tree[node].kind {
    case .name, .call, .chain, .element: break
    default: return try value(node, textSchema)
    }
    let (found, candidates) = try reader.findCase(node, cases)
    let choice = reader.selectOverload(found, candidates)
    switch tree[found].kind {
    case .name: return .enumeration(cases.metadata, name: choice.name, nil)
    case .element:
      let parts = try reader.elementParts(found, choice, cases)
      let action = try parts.action.map { node throws(ValueError) in
        try pattern(node, choice.elements[1].type)
      }
      return .enumeration(
        cases.metadata, name: choice.name,
        [try pattern(parts.id, choice.elements[0].type), action ?? .any])
    case .chain:
      guard choice.elements.count == 1, let rest = tree.firstChild(found) else {
        var error = ValueError(
          .unexpectedArgument, tree.nameRange(found),
          "\(choice.name) has no single payload to continue with",
          candidates: [suggestion(of: choice)])
        error.mismatch = reader.declarationMismatch(
          [], choice.elements, found, reader.argumentOwner(choice, cases))
        throw error
      }
      return .enumeration(
        cases.metadata, name: choice.name, [try pattern(rest, choice.elements[0].type)])
    default:
      var given = tree.children(found)
      if choice.elements.count > 1, given.count == 1 {
        if tree[given[0]].kind == .wildcard, tree.labelRange(given[0]) == nil {
          return .enumeration(cases.metadata, name: choice.name, nil)
        }
        if tree[given[0]].kind == .tuple { given = tree.children(given[0]) }
      }
      var owner = reader.argumentOwner(choice, cases)
      owner.suggestion = owner.name
      let nodes = try fieldPatterns(given, choice.elements, found, owner)
      return .enumeration(cases.metadata, name: choice.name, nodes)
    }
  }

  private func structPattern(
    _ node: Int, _ textSchema: TextSchema, _ structure: StructTextSchema
  ) throws(ValueError) -> ValuePattern.Node {
    let call = try reader.constructor(of: structure, node)
    var nodes: [(index: Int, node: ValuePattern.Node)] = []
    for argument in tree.children(call) {
      let property = try reader.comparingArguments(node, structure, isWhole: false) {
        () throws(ValueError) in
        try reader.property(of: argument, structure)
      }
      nodes.append((property.index, try pattern(argument, property.field.type)))
    }
    return .structure(structure, nodes)
  }

  /// Returns the patterns of an argument list. A `_` may omit its label.
  private func fieldPatterns(
    _ given: [Int], _ fields: [Field], _ node: Int, _ owner: ArgumentOwner
  ) throws(ValueError) -> [ValuePattern.Node] {
    func failure(_ error: ValueError) -> ValueError {
      var error = error
      error.mismatch = reader.declarationMismatch(given, fields, node, owner)
      return error
    }
    var nodes: [ValuePattern.Node] = []
    for (index, field) in fields.enumerated() {
      guard index < given.count else {
        throw failure(
          completed(given, fields, node) ?? reader.mismatch(nil, field, node, owner))
      }
      let isBareWildcard =
        tree[given[index]].kind == .wildcard && tree.labelRange(given[index]) == nil
      guard isBareWildcard || reader.hasLabel(given[index], field) else {
        throw failure(
          completed(given, fields, node)
            ?? reader.mismatch(given[index], field, node, owner))
      }
      nodes.append(try pattern(given[index], field.type))
    }
    guard given.count <= fields.count else {
      throw failure(
        ValueError(
          .unexpectedArgument, tree.range(given[fields.count]),
          "\(owner.name) takes \(fields.count == 1 ? "1 value" : "\(fields.count) values")"))
    }
    return nodes
  }

  /// Returns the error of an argument list that leaves arguments out. `nil` if those that it has do not fit
  /// the fields in their order.
  private func completed(_ given: [Int], _ fields: [Field], _ node: Int) -> ValueError? {
    guard !given.isEmpty, given.count < fields.count else { return nil }
    var rest = given[...]
    let arguments = fields.map { field in
      let label = field.label.map { "\($0): " } ?? ""
      guard let next = rest.first, reader.hasLabel(next, field) else { return label + "_" }
      rest.removeFirst()
      return label + tree.text(tree.range(next))
    }
    guard rest.isEmpty else { return nil }
    let name = tree[node].kind == .call ? tree.name(node) : ""
    return ValueError(
      .missingArgument, tree.range(node), "a pattern has each argument, or '_' in its place",
      candidates: ["\(name)(\(arguments.joined(separator: ", ")))"])
  }
}

/// A collection type with a convertible element type.
protocol ElementTyped {
  static var elementType: Any.Type { get }
}

extension Array: ElementTyped {
  static var elementType: Any.Type { Element.self }
}

extension Set: ElementTyped {
  static var elementType: Any.Type { Element.self }
}

extension PatternReader {
  /// Returns the pattern of each argument of a list without labels, such as `("ca", _)`.
  func argumentPatterns(_ types: [Any.Type]) throws(ValueError) -> [ValuePattern.Node] {
    let given = tree[0].kind == .tuple ? tree.children(0) : [0]
    guard given.count == types.count else {
      let range = given.count > types.count ? tree.range(given[types.count]) : tree.range(0)
      throw ValueError(
        given.count > types.count ? .unexpectedArgument : .missingArgument, range,
        "expected \(types.count == 1 ? "1 argument" : "\(types.count) arguments"), found \(given.count)",
        candidates: ["(\(types.map(TypeName.spell).joined(separator: ", ")))"])
    }
    var nodes: [ValuePattern.Node] = []
    for (node, type) in zip(given, types) { nodes.append(try pattern(node, type)) }
    return nodes
  }
}
