import MachoMetadata

/// Writes values as the text that reads back as equal values.
public struct ValuePrinter {
  let syntax: ValueSyntax
  /// What is written so far.
  public private(set) var output = ""
  /// Where a type's own `write` is asked what it hands over; nil where it is to write text.
  var customWriteResult: CustomWriteResult?
  /// How deep the text being written is nested: what is deeper than the reader goes is left out.
  private var depth: Int

  init(syntax: ValueSyntax, depth: Int = 0) {
    self.syntax = syntax
    self.depth = depth
  }

  /// A printer with nothing written, for a text that will stand within this one's.
  var inner: ValuePrinter { ValuePrinter(syntax: syntax, depth: depth) }

  /// Writes text as it is.
  public mutating func write(text: String) {
    if customWriteResult != nil { customWriteResult = .text }
    output += text
  }

  /// Writes a value whose declared type is its own.
  public mutating func write<T>(_ value: T) { write(value, as: T.self) }

  /// Writes a value with the type that its place declares.
  public mutating func write(_ value: Any, as declared: Any.Type) {
    if let customWriteResult {
      self.customWriteResult = customWriteResult.adding(TypedValue(value, as: declared))
      return
    }
    guard depth <= Parser.depthLimit else {
      output += "..."
      return
    }
    let value = unnested(value)
    let type = Swift.type(of: value)
    if let leaf = syntax.leaves.leaf(type) {
      output += leaf.print(value)
      return
    }
    if type != declared, declared != (any TextConvertible).self {
      switch TypeKind(of: declared) {
      case .existential, .constrainedExistential: return writeErased(value)
      default: break
      }
    }
    let plan = TextSchema.of(type)
    let levels = plan.isTransparent ? 0 : 1
    depth += levels
    defer { depth -= levels }
    switch plan.shape {
    case .convertible: (value as? any TextConvertible)?.write(to: &self)
    case .enumeration(let plan): writeEnum(value, plan)
    case .structure(let plan):
      if !plan.needsDecoder || !writeEncoded(value, type) { writeStruct(value, plan) }
    case .decodable: if !writeEncoded(value, type) { writeRefused(value, type) }
    case .tuple(let schema): writeTuple(value, schema)
    case .existential, .refused: writeRefused(value, type)
    }
  }

  /// Writes a value as an argument: a case there has its leading dot.
  mutating func writeArgument(_ value: Any, as declared: Any.Type) {
    if startsWithCase(value) { output += "." }
    write(value, as: declared)
  }

  /// Whether the value's text begins with the name of a case.
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

  private mutating func writeEnum(_ value: Any, _ plan: EnumTextSchema) {
    guard let current = try? plan.metadata.currentCase(of: value) else {
      output += "\(value)"
      return
    }
    output += current.name
    guard !current.elements.isEmpty else { return }
    guard let payload = try? plan.metadata.payload(of: value) else {
      let parts = current.elements.map { part in
        (part.label.map { "\($0): " } ?? "") + "(\(TypeName.spell(part.type)))"
      }
      output += "(\(parts.joined(separator: ", ")))"
      return
    }
    if current.elements.count == 1, current.elements[0].label == nil,
      isChainableCase(payload[0], current.elements[0].type)
    {
      output += "."
      return write(payload[0], as: current.elements[0].type)
    }
    output += "("
    writeFields(current.elements, payload)
    output += ")"
  }

  /// A payload that may follow its case with a dot: an enum that has no text of its own.
  private func isChainableCase(_ value: Any, _ declared: Any.Type) -> Bool {
    let type = Swift.type(of: value)
    guard type == declared, syntax.leaves.leaf(type) == nil else { return false }
    if case .enumeration = TextSchema.of(type).shape { return true }
    return false
  }

  private mutating func writeFields(_ parts: [Field], _ values: [Any]) {
    for (index, part) in parts.enumerated() {
      if index > 0 { output += ", " }
      if let label = part.label { output += "\(label): " }
      writeArgument(values[index], as: part.type)
    }
  }

  private mutating func writeStruct(_ value: Any, _ plan: StructTextSchema) {
    output += TypeName.path(plan.metadata.type).joined(separator: ".")
    output += "("
    for (index, property) in plan.visible.enumerated() {
      if index > 0 { output += ", " }
      output += "\(property.name): "
      if let part = try? plan.metadata.value(at: property.index, in: value) {
        writeArgument(part, as: property.field.type)
      } else {
        output += "(\(TypeName.spell(property.field.type)))"
      }
    }
    output += ")"
  }

  private mutating func writeTuple(_ value: Any, _ schema: TupleSchema) {
    output += "("
    let values = schema.elements.indices.map { try? schema.value(at: $0, in: value) }
    for (index, part) in schema.elements.enumerated() {
      if index > 0 { output += ", " }
      if let label = part.label { output += "\(label): " }
      if let value = values[index] {
        writeArgument(value, as: part.type)
      } else {
        output += "(\(TypeName.spell(part.type)))"
      }
    }
    output += ")"
  }

  /// A value that text cannot build still shows what it is.
  private mutating func writeRefused(_ value: Any, _ type: Any.Type) {
    output += "(\(TypeName.spell(type)))"
  }
}

/// What a type's own `write` gives of itself: one other value whole, or text.
enum CustomWriteResult {
  case nothing
  case value(TypedValue)
  case text

  fileprivate func adding(_ value: TypedValue) -> CustomWriteResult {
    if case .nothing = self { .value(value) } else { .text }
  }
}
