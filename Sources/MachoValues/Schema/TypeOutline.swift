import MachoMetadata

/// The types that values of some types contain, as data that another process can compare.
///
/// A type inside of itself refers to the outer node.
package struct TypeOutline: Codable, Sendable {
  /// How values of a type are built.
  package enum Kind: String, Codable, Sendable {
    case leaf, structure, enumeration, optional, elements, pairs, tuple
  }

  /// A property, a case, or the content of an optional or a collection.
  package struct Member: Codable, Sendable {
    /// The name. Empty for a content.
    package var name: String
    /// The nodes of the value, or of those of a payload.
    package var types: [Int]
    /// The labels of a payload. `_` for a value without one.
    package var labels: [String] = []
  }

  /// A type.
  package struct Node: Codable, Sendable {
    /// The name as the source spells it.
    package var name: String
    package var kind = Kind.leaf
    package var members: [Member] = []
  }

  /// The types. A type is described once.
  package private(set) var nodes: [Node] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  private var types: [any Any.Type] = []

  private enum CodingKeys: CodingKey { case nodes }

  /// Creates an outline without types.
  package init() {}

  /// Adds a type and those in it. Returns the index of its node.
  package mutating func insert(_ type: Any.Type) -> Int {
    if let proxied = type as? any TextProxied.Type { return insert(proxied.proxyType) }
    if let known = indices[ObjectIdentifier(type)] { return known }
    let index = nodes.count
    indices[ObjectIdentifier(type)] = index
    types.append(type)
    nodes.append(Node(name: TypeName.spell(type)))
    describe(type, index)
    return index
  }

  /// Returns the node of a type. `nil` if it was not added in this process.
  package func index(of type: Any.Type) -> Int? {
    if let proxied = type as? any TextProxied.Type { return index(of: proxied.proxyType) }
    return indices[ObjectIdentifier(type)]
  }

  /// Replaces the names of types, properties and cases.
  package mutating func rename(_ name: (String) -> String) {
    for index in nodes.indices {
      nodes[index].name = name(nodes[index].name)
      for member in nodes[index].members.indices {
        nodes[index].members[member].name = name(nodes[index].members[member].name)
      }
    }
  }

  /// The type of a node of an outline of this process.
  package func type(at index: Int) -> Any.Type { types[index] }

  private mutating func describe(_ type: Any.Type, _ index: Int) {
    if let keyed = type as? any KeyedValues.Type {
      nodes[index].kind = .pairs
      nodes[index].members = [Member(name: "", types: [insert(keyed.valueType)])]
    } else if let collection = type as? any Collection.Type, !(type is any StringProtocol.Type) {
      nodes[index].kind = .elements
      nodes[index].members = [Member(name: "", types: [insert(elementType(of: collection))])]
    } else {
      describeMembers(of: type, index)
    }
  }

  private mutating func describeMembers(of type: Any.Type, _ index: Int) {
    if TypeKind(of: type) == .optional, let schema = try? EnumSchema.of(type) {
      nodes[index].kind = .optional
      let content = schema.cases.first { $0.name == "some" }?.elements.first?.type
      nodes[index].members = content.map { [Member(name: "", types: [insert($0)])] } ?? []
      return
    }
    switch TextSchema.of(type).shape {
    case .enumeration(let schema):
      nodes[index].kind = .enumeration
      nodes[index].members = schema.metadata.cases.map { enumCase in
        Member(
          name: enumCase.name, types: enumCase.elements.map { insert($0.type) },
          labels: enumCase.elements.map { $0.label ?? "_" })
      }
    case .structure(let schema):
      nodes[index].kind = .structure
      nodes[index].members = schema.visible.map { property in
        Member(name: property.name, types: [insert(property.field.type)])
      }
    case .tuple(let schema):
      nodes[index].kind = .tuple
      nodes[index].members = [
        Member(
          name: "", types: schema.elements.map { insert($0.type) },
          labels: schema.elements.map { $0.label ?? "_" })
      ]
    case .convertible, .decodable, .existential, .refused: break
    }
  }
}
