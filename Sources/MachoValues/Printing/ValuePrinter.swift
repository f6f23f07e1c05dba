import MachoMetadata

/// Writes values as text that reads back as equal values.
public struct ValuePrinter {
  let syntax: ValueSyntax
  /// The text written so far.
  package private(set) var output = ""
  /// Records what a type's custom `write` writes. `nil` outside such a recording.
  var customWriteResult: CustomWriteResult?
  /// The nesting depth of the text being written. Values deeper than the reader's limit are left
  /// out.
  private var depth: Int

  init(syntax: ValueSyntax, depth: Int = 0) {
    self.syntax = syntax
    self.depth = depth
  }

  /// An empty printer for text that becomes field of this printer's output.
  var inner: ValuePrinter { ValuePrinter(syntax: syntax, depth: depth) }

  /// Writes text verbatim.
  public mutating func write(text: String) {
    if customWriteResult != nil { customWriteResult = .text }
    output += text
  }

  /// Writes a value whose declared type is its static type.
  public mutating func write<T>(_ value: T) { write(value, as: T.self) }

  /// Writes a value with its declared type.
  public mutating func write(_ value: Any, as declared: Any.Type) {
    if let customWriteResult {
      self.customWriteResult = customWriteResult.adding(TypedValue(value, as: declared))
      return
    }
    // The innermost value may be in the case of an Optional.
    guard depth < Parser.depthLimit - 2 else {
      output += "..."
      return
    }
    let value = unnested(value)
    let type = Swift.type(of: value)
    if let leaf = syntax.leaves.leaf(type) {
      output += leaf.print(value)
      return
    }
    if writesTypeName(of: value, as: declared) { return writeErased(value) }
    let schema = TextSchema.of(type)
    let levels = schema.isTransparent ? 0 : 1
    depth += levels
    defer { depth -= levels }
    switch schema.shape {
    case .convertible: (value as? any TextConvertible)?.write(to: &self)
    case .enumeration(let schema): writeEnum(value, schema)
    case .structure(let schema):
      if !schema.needsDecoder || !writeEncoded(value, type) { writeStruct(value, schema) }
    case .decodable: if !writeEncoded(value, type) { writeRefused(value, type) }
    case .tuple(let schema): writeTuple(value, schema)
    case .existential, .refused: writeRefused(value, type)
    }
  }

  /// Writes a value as an argument. A case gets a leading dot.
  mutating func writeArgument(_ value: Any, as declared: Any.Type) {
    if startsWithCase(value), !writesTypeName(of: value, as: declared) { output += "." }
    write(value, as: declared)
  }

  /// Writes a value. A case with one of these names gets a leading dot.
  mutating func write(_ value: Any, as declared: Any.Type, reserving names: Set<String>) {
    var bare = inner
    bare.write(value, as: declared)
    let isReserved = names.contains(String(bare.output.prefix { $0.isLetter || $0.isNumber }))
    if isReserved { writeArgument(value, as: declared) } else { output += bare.output }
  }

  /// Whether a type name precedes the case, because the declared type does not determine it.
  private func writesTypeName(of value: Any, as declared: Any.Type) -> Bool {
    guard Swift.type(of: value) != declared, declared != (any TextConvertible).self else {
      return false
    }
    return TypeKind(of: declared).isExistential
  }

  /// Whether the value's text begins with a case name.
  private func startsWithCase(_ value: Any) -> Bool {
    let type = Swift.type(of: value)
    guard syntax.leaves.leaf(type) == nil else { return false }
    switch TextSchema.of(type).shape {
    case .enumeration: return true
    case .convertible:
      if let optional = value as? any OptionalValue {
        return optional.wrappedValue.map(startsWithCase) ?? false
      }
      if let proxied = value as? any TextProxied { return startsWithCase(proxied.textProxy) }
      return false
    default: return false
    }
  }

  // MARK: Composites

  private mutating func writeEnum(_ value: Any, _ schema: EnumTextSchema) {
    guard let current = try? schema.metadata.currentCase(of: value) else {
      output += "\(value)"
      return
    }
    output += current.name
    guard !current.elements.isEmpty else { return }
    guard let payload = try? schema.metadata.payload(of: value) else {
      let fields = current.elements.map { field in
        (field.label.map { "\($0): " } ?? "") + "(\(TypeName.spell(field.type)))"
      }
      output += "(\(fields.joined(separator: ", ")))"
      return
    }
    if current.elements.count == 1, current.elements[0].label == nil,
      isChainableCase(payload[0], current.elements[0].type)
    {
      if writeElement(payload[0]) { return }
      output += "."
      return write(payload[0], as: current.elements[0].type)
    }
    if isAddressable(payload, schema, current) {
      output += "(id: "
      writeArgument(payload[0], as: current.elements[0].type)
      output += ")."
      return write(payload[1], as: current.elements[1].type)
    }
    output += "("
    writeFields(current.elements, payload)
    output += ")"
  }

  /// Writes `[id: 2].action` or `[#0].action` after a collection's case. Returns `false` if the value
  /// is not the action of an element, or if its action cannot follow a dot.
  private mutating func writeElement(_ value: Any) -> Bool {
    guard case .enumeration(let schema) = TextSchema.of(Swift.type(of: value)).shape,
      let current = try? schema.metadata.currentCase(of: value),
      let payload = try? schema.metadata.payload(of: value),
      isAddressable(payload, schema, current)
    else { return false }
    // The identity and the action are as deep as without brackets.
    depth += 1
    defer { depth -= 1 }
    var id = inner
    id.writeArgument(payload[0], as: current.elements[0].type)
    output += payload[0] is any OrdinalIdentity ? "[" : "[id: "
    output += id.output + "]."
    write(payload[1], as: current.elements[1].type)
    return true
  }

  /// Whether a payload is that of an element, with an action that may follow a dot.
  private func isAddressable(_ payload: [Any], _ schema: EnumTextSchema, _ current: EnumCase)
    -> Bool
  {
    guard let element = schema.elementCase, current.tag == element.tag else { return false }
    return isChainableCase(payload[1], element.elements[1].type)
  }

  /// Whether a payload may follow its case after a dot: an enum without its own text.
  private func isChainableCase(_ value: Any, _ declared: Any.Type) -> Bool {
    let type = Swift.type(of: value)
    guard type == declared, syntax.leaves.leaf(type) == nil else { return false }
    if case .enumeration = TextSchema.of(type).shape { return true }
    return false
  }

  private mutating func writeFields(_ fields: [Field], _ values: [Any]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { output += ", " }
      if let label = field.label { output += "\(label): " }
      writeArgument(values[index], as: field.type)
    }
  }

  private mutating func writeStruct(_ value: Any, _ schema: StructTextSchema) {
    output += TypeName.path(schema.metadata.type).joined(separator: ".")
    output += "("
    for (index, property) in schema.visible.enumerated() {
      if index > 0 { output += ", " }
      output += "\(property.name): "
      if let content = try? schema.metadata.value(at: property.index, in: value) {
        writeArgument(content, as: property.field.type)
      } else {
        output += "(\(TypeName.spell(property.field.type)))"
      }
    }
    output += ")"
  }

  private mutating func writeTuple(_ value: Any, _ schema: TupleSchema) {
    output += "("
    let values = schema.elements.indices.map { try? schema.value(at: $0, in: value) }
    for (index, field) in schema.elements.enumerated() {
      if index > 0 { output += ", " }
      if let label = field.label { output += "\(label): " }
      if let value = values[index] {
        writeArgument(value, as: field.type)
      } else {
        output += "(\(TypeName.spell(field.type)))"
      }
    }
    output += ")"
  }

  /// Writes a placeholder with the type of a value that text cannot build.
  private mutating func writeRefused(_ value: Any, _ type: Any.Type) {
    output += "(\(TypeName.spell(type)))"
  }
}

/// The output of a type's custom `write`: a single value, or text.
enum CustomWriteResult {
  case nothing
  case value(TypedValue)
  case text

  fileprivate func adding(_ value: TypedValue) -> CustomWriteResult {
    if case .nothing = self { .value(value) } else { .text }
  }
}
