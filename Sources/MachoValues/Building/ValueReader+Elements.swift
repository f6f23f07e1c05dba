import MachoMetadata

/// A type of actions of a collection's elements, with a case `element(id:action:)`.
///
/// Its text may be written as a path: `rows[id: 2].deleteButtonTapped` is
/// `rows(.element(id: 2, action: .deleteButtonTapped))`.
public protocol ElementAddressed {}

extension ValueReader {
  /// The children of an element's node.
  struct ElementParts {
    var id: Int
    /// The action. `nil` if the text ends with the identity.
    var action: Int?
  }

  /// Returns the case that brackets denote. Throws if the type has none.
  func elementCase(of schema: EnumTextSchema, _ node: Int) throws(ValueError) -> EnumCase {
    if let found = schema.elementCase { return found }
    throw ValueError(
      .noSuchCase, tree.nameRange(node),
      "\(TypeName.spell(schema.metadata.type)) has no actions of elements")
  }

  /// Returns the identity and the action of an element. Throws unless `choice` is the case for
  /// elements, with the identity as its only argument.
  func elementParts(
    _ node: Int, _ choice: EnumCase, _ schema: EnumTextSchema
  ) throws(ValueError) -> ElementParts {
    let (children, action) = tree.elementParts(node)
    guard choice.tag == schema.elementCase?.tag else {
      let name = "\(TypeName.spell(schema.metadata.type)).\(choice.name)"
      throw ValueError(
        .unexpectedArgument, tree.range(action ?? node),
        "nothing can follow the arguments of \(name)", candidates: [suggestion(of: choice)])
    }
    guard let id = children.first else { throw missing(choice.elements[0], node, choice, schema) }
    guard children.count == 1 else {
      throw ValueError(
        .unexpectedArgument, tree.range(children[1]),
        "only the id can precede an action: '\(choice.name)(id: ...).action'")
    }
    let isOrdinal = tree[id].kind == .ordinal && tree.labelRange(id) == nil
    guard isOrdinal && tree.isSubscript(node) || hasLabel(id, choice.elements[0]) else {
      throw mismatch(id, choice.elements[0], node, argumentOwner(choice, schema))
    }
    return ElementParts(id: id, action: action)
  }

  /// Builds the payload of `[id: 3].action`.
  func elementPayload(
    _ node: Int, _ choice: EnumCase, _ schema: EnumTextSchema
  ) throws(ValueError) -> [Any] {
    let parts = try elementParts(node, choice, schema)
    guard let action = parts.action else {
      throw missing(choice.elements[1], node, choice, schema)
    }
    return [
      try fieldValue(parts.id, choice.elements[0], of: schema),
      try fieldValue(action, choice.elements[1], of: schema),
    ]
  }

  private func missing(
    _ field: Field, _ node: Int, _ choice: EnumCase, _ schema: EnumTextSchema
  ) -> ValueError {
    var error = mismatch(nil, field, node, argumentOwner(choice, schema))
    guard let actions = try? EnumSchema.of(field.type) else { return error }
    error.message = "an action is missing after '\(describe(node))'"
    error.candidates = []
    error.notes = Suggestions.note("cases", actions.cases.map(\.name))
    return error
  }
}
