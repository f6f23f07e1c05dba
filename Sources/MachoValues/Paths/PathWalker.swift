import MachoMetadata

/// A collection whose elements also have ordinals, such as `#0` in a stack.
package protocol OrdinalIndexed {
  /// The ordinals of the elements, in their order.
  var ordinals: [Int] { get }
  /// Returns the element with this ordinal, as in `[#0]`. `nil` if there is none.
  func element(ordinal number: Int) -> TypedValue?
}

/// An identity that is written as an ordinal, such as `#0`.
package protocol OrdinalIdentity {
  /// The number.
  var ordinal: Int { get }
}

/// Evaluates a path one component at a time.
struct PathWalker {
  let computed: ComputedProperties
  let syntax: ValueSyntax
  let path: ValuePath
  /// The value that contains all others. Paths in brackets lead into it.
  let root: TypedValue

  func step(_ index: Int, from current: TypedValue) throws(ValueError) -> TypedValue {
    let component = path.components[index]
    let value = try unwrapped(current, before: index)
    switch component.kind {
    case .name(let name): return try member(name, of: value, index)
    case .subscripted(let text): return try element(text, of: value, component.range)
    case .identified(let text):
      guard let number = component.ordinal, value.value is any OrdinalIndexed else {
        return try element(id: text, of: value, component.range)
      }
      return try element(ordinal: number, of: value, index)
    case .ordinal(let number): return try element(ordinal: number, of: value, index)
    case .each: return value
    }
  }

  private func element(
    ordinal number: Int, of value: TypedValue, _ index: Int
  ) throws(ValueError) -> TypedValue {
    let range = path.components[index].range
    guard let collection = value.value as? any OrdinalIndexed else {
      throw noElement(range, "\(TypeName.spell(value.type)) has no [#\(number)]")
    }
    guard let element = collection.element(ordinal: number) else {
      throw noElement(range, "\(path.text(upTo: index)) has no element #\(number)")
    }
    return element
  }

  /// Returns the content of an Optional, which paths see through.
  func unwrapped(_ value: TypedValue, before index: Int) throws(ValueError) -> TypedValue {
    var value = value
    while let optional = value.value as? any OptionalValue,
      let type = Swift.type(of: value.value) as? any OptionalValue.Type
    {
      guard let wrapped = optional.wrappedValue else {
        throw noElement(path.components[index].range, "\(path.text(upTo: index)) is nil")
      }
      value = TypedValue(wrapped, as: type.wrappedType)
    }
    return value
  }

  // MARK: Names

  private func member(
    _ name: String, of root: TypedValue, _ index: Int
  ) throws(ValueError) -> TypedValue {
    if let value = computed.value(name, of: root) { return value }
    if let value = try stored(name, of: root, index) { return value }
    if let value = builtIn(name, of: root.value) { return value }
    if let transparent = root.value as? any PathTransparent {
      return try member(name, of: try unwrapped(transparent.pathContent, before: index), index)
    }
    var error = Self.noSuchProperty(
      name, of: Swift.type(of: root.value), path.components[index].range,
      among: memberNames(of: root))
    if let nested = try nestedMember(name, of: root, index) {
      (error.candidates, error.notes, error.mismatch) = (nested, [], nil)
    }
    throw error
  }

  static func noSuchProperty(
    _ name: String, of type: Any.Type, _ range: Range<Int>, among names: [String]
  ) -> ValueError {
    let candidates = Suggestions.nearest(to: name, among: names)
    var error = ValueError(
      .noSuchProperty, range, "\(TypeName.spell(type)) has no property '\(excerpt(name))'",
      candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note("properties", names) : [])
    error.mismatch = DeclarationMismatch(member: name, of: type)
    return error
  }

  /// The path to a member of an enum's payload: `detail.name` for `name`.
  private func nestedMember(
    _ name: String, of root: TypedValue, _ index: Int
  ) throws(ValueError) -> [String]? {
    guard case .enumeration(let schema) = CompositeValue(root.value),
      let current = try? schema.currentCase(of: root.value), current.elements.count == 1,
      let payload = try payload(current.name, of: root.value, schema, index),
      memberNames(of: payload).contains(name)
    else { return nil }
    return ["\(current.name).\(name)"]
  }

  private func stored(
    _ name: String, of root: TypedValue, _ index: Int
  ) throws(ValueError) -> TypedValue? {
    switch CompositeValue(root.value) {
    case .structure(let schema):
      guard let property = schema.property(named: name) else { return nil }
      let value = try readable(index) { () throws(MetadataError) in
        try schema.metadata.value(at: property.index, in: root.value)
      }
      return TypedValue(value, as: property.field.type)
    case .enumeration(let schema): return try payload(name, of: root.value, schema, index)
    case .tuple(let schema):
      let position = Int(name)
      guard
        let found = schema.elements.indices.first(where: {
          schema.elements[$0].label == name || $0 == position
        })
      else { return nil }
      let value = try readable(index) { () throws(MetadataError) in
        try schema.value(at: found, in: root.value)
      }
      return TypedValue(value, as: schema.elements[found].type)
    case .object(let mirror):
      let child = classMembers(mirror).first { $0.name == name }
      return child.map { TypedValue($0.value) }
    case .other: return nil
    }
  }

  /// Returns the payload of the case `name`. Throws if another case is current.
  private func payload(
    _ name: String, of value: Any, _ schema: EnumSchema, _ index: Int
  ) throws(ValueError) -> TypedValue? {
    let current = try readable(index) { () throws(MetadataError) in
      try schema.currentCase(of: value)
    }
    guard current.name == name else {
      guard schema.casesByTag.contains(where: { $0.name == name }) else {
        return try onlyArgument(name, of: value, current, schema, index)
      }
      throw ValueError(
        .noSuchCase, path.components[index].range,
        "\(path.text(upTo: index)) is '\(current.name)' now, not '\(name)'",
        candidates: [current.name])
    }
    let values = try readable(index) { () throws(MetadataError) in
      try schema.payload(of: value)
    }
    guard let type = current.payload else { return TypedValue(()) }
    if values.count == 1 { return TypedValue(values[0], as: current.elements[0].type) }
    let tuple = try readable(index) { () throws(MetadataError) in
      try TupleSchema.of(type).makeValue(fields: values)
    }
    return TypedValue(tuple, as: type)
  }

  /// Returns a payload value by its label on the enum itself, as in `deleteButtonTapped.id`.
  private func onlyArgument(
    _ name: String, of value: Any, _ current: EnumCase, _ schema: EnumSchema, _ index: Int
  ) throws(ValueError) -> TypedValue? {
    guard let found = current.elements.firstIndex(where: { $0.label == name }) else { return nil }
    let values = try readable(index) { () throws(MetadataError) in
      try schema.payload(of: value)
    }
    return TypedValue(values[found], as: current.elements[found].type)
  }

  private func readable<R>(
    _ index: Int, _ body: () throws(MetadataError) -> R
  ) throws(ValueError) -> R {
    do throws(MetadataError) {
      return try body()
    } catch {
      throw ValueError(.cannotBuild, path.components[index].range, error.description)
    }
  }

  func noElement(_ range: Range<Int>, _ message: String, notes: [String] = []) -> ValueError {
    ValueError(.noSuchElement, range, message, notes: notes)
  }
}
