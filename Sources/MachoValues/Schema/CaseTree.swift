import MachoMetadata

/// The enum cases that can occur in the values of a type, found from the type alone.
///
/// Each case at each position has an ID. A type inside of itself is cut off: the cases of the inner
/// values have no IDs. Parts of a type that contain no enum are not visited.
package final class CaseTree: Sendable {
  /// Which cases have IDs.
  package enum Style: Sendable {
    /// The cases of an action, with those of its child action: `destination.add.saveButtonTapped`.
    /// A case with a child action has no ID, because the cases of the child have IDs.
    case action
    /// All enum cases in a state, and whether an Optional is `nil`.
    case state
  }

  /// A case at a position.
  package struct Entry: Codable, Hashable, Sendable {
    /// The position: `destination.add.step`, `rows[].status`. Empty for the value itself.
    package var path: String
    /// The case: `loading`. For an Optional `some` or `none`; cases of another enum with these
    /// names have a dot.
    package var name: String

    /// Creates an entry.
    package init(path: String, name: String) {
      self.path = path
      self.name = name
    }

    /// The case after its path: `destination.add.saveButtonTapped`.
    package var dottedText: String { path.isEmpty ? name : "\(path).\(name)" }

    /// The case as a condition: `status is loading`, `fact != nil`.
    package var conditionText: String {
      let path = path.isEmpty ? "the state" : path
      switch name {
      case "none": return "\(path) == nil"
      case "some": return "\(path) != nil"
      default: return "\(path) is \(name)"
      }
    }
  }

  /// The cases by ID, in the order of declaration.
  package let entries: [Entry]
  private let root: CaseTreeNode?

  /// Finds the cases of a type.
  package init(of type: Any.Type, style: Style) {
    var builder = CaseTreeBuilder(style: style)
    root = builder.node(of: type, path: "")
    entries = builder.entries
  }

  /// Calls `body` with the ID of each case in a value. A case in several elements of a collection is
  /// reported several times. Of a collection it visits the first 100 elements.
  package func forEachCase(in value: Any, _ body: (Int) -> Void) {
    root?.visit(contentOf: value, body)
  }
}

/// A type at a position of a `CaseTree`.
///
/// PERFORMANCE: visits fields and payloads in place. An exploration visits each state, and copying its
/// fields would cost more than reducing its actions.
indirect enum CaseTreeNode: Sendable {
  /// The IDs and the payloads by tag. The schema's cases have the same order.
  case enumeration(EnumSchema, ids: [Int?], payloads: [[(element: Int, node: CaseTreeNode)]])
  case structure(Any.Type, [(field: FieldOffset, node: CaseTreeNode)])
  /// The type is written as another one.
  case proxy(Any.Type, CaseTreeNode)
  case collection(Any.Type, CaseTreeNode)
  case keyedValues(Any.Type, CaseTreeNode)

  static let maximumElements = 100

  /// Visits the value at an address, which must have the node's type.
  func visit(_ address: ValueAddress, _ body: (Int) -> Void) {
    switch self {
    case .enumeration(let schema, let ids, let payloads):
      let tag = schema.tag(at: address)
      if let id = ids[tag] { body(id) }
      guard !payloads[tag].isEmpty else { return }
      let current = schema.casesByTag[tag]
      if schema.supportsBorrowedPayloads {
        schema.withPayload(of: current, at: address) { payload in
          for (element, node) in payloads[tag] {
            node.visit(payload.field(at: current.elements[element].fieldOffset), body)
          }
        }
      } else if let values = try? schema.payload(of: address.anyValue(as: schema.type)) {
        for (element, node) in payloads[tag] { node.visit(contentOf: values[element], body) }
      }
    case .structure(_, let fields):
      for (field, node) in fields { node.visit(address.field(at: field), body) }
    case .proxy(let type, let node):
      if let proxied = address.anyValue(as: type) as? any TextProxied {
        node.visit(contentOf: proxied.textProxy, body)
      }
    case .collection(let type, let node):
      guard let collection = address.anyValue(as: type) as? any Collection else { return }
      func open<C: Collection>(_ collection: C) {
        for element in collection.prefix(Self.maximumElements) {
          withAddress(of: element) { node.visit($0, body) }
        }
      }
      open(collection)
    case .keyedValues(let type, let node):
      var left = Self.maximumElements
      (address.anyValue(as: type) as? any KeyedValues)?.forEachPair { _, value in
        node.visit(contentOf: value, body)
        left -= 1
        return left > 0
      }
    }
  }

  /// Visits the value in an `Any`, unless it has another type than the node.
  func visit(contentOf value: Any, _ body: (Int) -> Void) {
    withContents(of: value) { found, address in
      if found == type { visit(address, body) }
    }
  }

  private var type: Any.Type {
    switch self {
    case .enumeration(let schema, _, _): schema.type
    case .structure(let type, _), .proxy(let type, _), .collection(let type, _),
      .keyedValues(let type, _):
      type
    }
  }
}

/// Builds the nodes of a `CaseTree`.
private struct CaseTreeBuilder {
  let style: CaseTree.Style
  var entries: [CaseTree.Entry] = []
  /// The types around the current position.
  private var enclosing: [ObjectIdentifier] = []

  /// More cases than anyone reads, for generated types.
  private static let maximumEntries = 10_000

  init(style: CaseTree.Style) { self.style = style }

  /// Returns the node of a type, or `nil` if its values contain no case.
  mutating func node(of type: Any.Type, path: String) -> CaseTreeNode? {
    let id = ObjectIdentifier(type)
    guard !enclosing.contains(id), entries.count < Self.maximumEntries else { return nil }
    enclosing.append(id)
    defer { enclosing.removeLast() }
    if let proxied = type as? any TextProxied.Type {
      return node(of: proxied.proxyType, path: path).map { .proxy(type, $0) }
    }
    if TypeKind(of: type) == .optional { return optionalNode(of: type, path: path) }
    if style == .state {
      if let keyed = type as? any KeyedValues.Type {
        return node(of: keyed.valueType, path: path + "[]").map { .keyedValues(type, $0) }
      }
      if let collection = type as? any Collection.Type {
        return node(of: elementType(of: collection), path: path + "[]").map {
          .collection(type, $0)
        }
      }
    }
    switch TypeKind(of: type) {
    case .enumeration: return enumerationNode(of: type, path: path)
    case .structure where style == .state: return structureNode(of: type, path: path)
    default: return nil
    }
  }

  /// In an action an Optional is transparent: a child's action is what counts.
  private mutating func optionalNode(of type: Any.Type, path: String) -> CaseTreeNode? {
    guard let schema = try? EnumSchema.of(type) else { return nil }
    var ids: [Int?] = schema.casesByTag.map { _ in nil }
    if style == .state {
      for enumCase in schema.cases { ids[enumCase.tag] = add(path, enumCase.name) }
    }
    let payloads = schema.casesByTag.map { payloadNodes(of: $0, path: path) }
    if style == .action, payloads.allSatisfy(\.isEmpty) { return nil }
    return .enumeration(schema, ids: ids, payloads: payloads)
  }

  private mutating func enumerationNode(of type: Any.Type, path: String) -> CaseTreeNode? {
    guard !isLibrary(type) || isResult(type), let schema = try? EnumSchema.of(type) else {
      return nil
    }
    var ids: [Int?] = schema.casesByTag.map { _ in nil }
    var payloads: [[(element: Int, node: CaseTreeNode)]] = schema.casesByTag.map { _ in [] }
    for enumCase in schema.cases {
      if style == .state {
        let isOptionals = ["none", "some"].contains(enumCase.name)
        ids[enumCase.tag] = add(path, (isOptionals ? "." : "") + enumCase.name)
      }
      let inner = path.isEmpty ? enumCase.name : "\(path).\(enumCase.name)"
      payloads[enumCase.tag] = payloadNodes(of: enumCase, path: inner)
      if style == .action, payloads[enumCase.tag].isEmpty {
        ids[enumCase.tag] = add(path, enumCase.name)
      }
    }
    return .enumeration(schema, ids: ids, payloads: payloads)
  }

  private mutating func payloadNodes(
    of enumCase: EnumCase, path: String
  ) -> [(element: Int, node: CaseTreeNode)] {
    guard enumCase.elements.allSatisfy({ $0.unsupportedReason == nil }) else { return [] }
    var nodes: [(element: Int, node: CaseTreeNode)] = []
    for (index, element) in enumCase.elements.enumerated() {
      // Of an action with several values, only the one of a child is an action.
      let isChild = enumCase.elements.count == 1 || element.label == "action"
      guard style == .state || isChild else { continue }
      let isLabelled = style == .state && enumCase.elements.count > 1
      let name = element.label ?? String(index)
      let found = node(of: element.type, path: isLabelled ? "\(path).\(name)" : path)
      if let found { nodes.append((index, found)) }
    }
    return nodes
  }

  private mutating func structureNode(of type: Any.Type, path: String) -> CaseTreeNode? {
    // A type with its own text shows none of its properties, such as the styles of a label.
    guard !isLibrary(type), !(type is any TextConvertible.Type), !(type is any TextDefaulted.Type),
      let schema = try? StructSchema.of(type)
    else { return nil }
    var fields: [(field: FieldOffset, node: CaseTreeNode)] = []
    for property in StructTextSchema(schema).visible where property.field.unsupportedReason == nil {
      let inner = path.isEmpty ? property.name : "\(path).\(property.name)"
      if let node = node(of: property.field.type, path: inner) {
        fields.append((property.field.fieldOffset, node))
      }
    }
    return fields.isEmpty ? nil : .structure(type, fields)
  }

  private mutating func add(_ path: String, _ name: String) -> Int {
    entries.append(.init(path: path, name: name))
    return entries.count - 1
  }

  private func isLibrary(_ type: Any.Type) -> Bool {
    TypeName.module(type).map(KnownTypes.libraryModules.contains) ?? true
  }

  private func isResult(_ type: Any.Type) -> Bool { TypeName.spell(type).hasPrefix("Result<") }
}

/// Returns the type of the elements of a collection.
func elementType(of type: any Collection.Type) -> Any.Type {
  func open<C: Collection>(_: C.Type) -> Any.Type { C.Element.self }
  return open(type)
}
