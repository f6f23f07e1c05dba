import MachoMetadata

// What the arguments of a text and the declaration disagree on.

extension ValueReader {
  /// Runs a closure. If it finds an argument that a struct does not declare, adds the mismatch to the error.
  ///
  /// - Parameter isWhole: Whether properties that the text omits have no values of another one.
  func comparingArguments<Result>(
    _ node: Int, _ schema: StructTextSchema, isWhole: Bool,
    _ body: () throws(ValueError) -> Result
  ) throws(ValueError) -> Result {
    do throws(ValueError) { return try body() } catch {
      var error = error
      if error.code == ValueError.Code.noSuchProperty.rawValue {
        error.mismatch = declarationMismatch(node, schema, isWhole: isWhole)
      }
      throw error
    }
  }

  /// Returns the arguments of a struct and what it declares. `nil` for a library's struct.
  ///
  /// - Parameter isWhole: Whether properties that the text omits have no values of another one.
  func declarationMismatch(
    _ node: Int, _ schema: StructTextSchema, isWhole: Bool
  ) -> DeclarationMismatch? {
    guard let owner = DeclarationMismatch.owner(schema.metadata.type) else { return nil }
    let written: [DeclarationMismatch.Argument]
    switch tree[node].kind {
    case .call, .chain:
      let arguments = constructor(node, schema.path).map(tree.children) ?? []
      written = arguments.map { argument(labelled: tree.label($0) ?? "", $0) }
    case .with:
      written = tree.children(node).dropFirst().map {
        argument(labelled: tree.label($0) ?? "", $0)
      }
    case .object:
      let pairs = tree.children(node)
      written = stride(from: 0, to: pairs.count - 1, by: 2).map {
        argument(labelled: tree.name(pairs[$0]), pairs[$0 + 1])
      }
    default: return nil
    }
    let declared = schema.visible.map { property in
      let name =
        written.contains { $0.name == property.field.label }
        ? property.field.label ?? property.name : property.name
      return DeclarationMismatch.Parameter(
        name: name, type: property.field.type,
        isRequired: isWhole && !hasDefault(property, schema))
    }
    return DeclarationMismatch(owner: owner, .arguments(written, declared: declared))
  }

  /// Whether a text may omit a property: `omittedValue` returns a value.
  private func hasDefault(
    _ property: StructTextSchema.Property, _ schema: StructTextSchema
  ) -> Bool {
    let defaults = (schema.metadata.type as? any TextDefaulted.Type)?.textDefaults
    if defaults?[property.name] != nil || property.field.type is any OptionalValue.Type {
      return true
    }
    if let type = property.field.type as? any TextProxied.Type, type.valueForNil != nil {
      return true
    }
    if case .constant = schema.sourceDefault(of: property) { return true }
    return false
  }

  /// Returns the arguments of a case and what it declares. `nil` for a tuple and a library's case.
  func declarationMismatch(
    _ given: [Int], _ fields: [Field], _ node: Int, _ owner: ArgumentOwner,
    _ defaults: [String: String] = [:]
  ) -> DeclarationMismatch? {
    guard let path = owner.path else { return nil }
    // In `add.saveButtonTapped` the rest is the only argument.
    let rest = tree[node].kind == .chain ? tree.firstChild(node) : nil
    let written = (given.isEmpty ? [rest].compactMap(\.self) : given).enumerated().map {
      argument(labelled: tree.label($1) ?? "\($0)", $1)
    }
    let declared = fields.enumerated().map { index, field in
      let name = field.label ?? "\(index)"
      return DeclarationMismatch.Parameter(
        name: name, type: field.type, isRequired: defaults[name] == nil)
    }
    return DeclarationMismatch(owner: path, .arguments(written, declared: declared))
  }

  private func argument(labelled name: String, _ value: Int) -> DeclarationMismatch.Argument {
    DeclarationMismatch.Argument(
      name: name, text: tree.text(tree.range(value)), isWildcard: tree[value].kind == .wildcard)
  }
}
