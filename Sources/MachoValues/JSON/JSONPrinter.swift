import MachoMetadata

extension ValueSyntax {
  /// The value as JSON, in the form in which `@file` reads it back as an equal value.
  ///
  /// A struct is an object by its properties, a case its name, `{"name": payload}` with a payload.
  /// What JSON has no form for is its text in a string; so is what cannot be built at all.
  package func json(of value: TypedValue) -> JSONValue {
    var printer = JSONPrinter(syntax: self)
    return printer.json(of: value.value, as: value.type)
  }
}

/// Makes JSON of values, by the plans by which `ValuePrinter` writes text.
struct JSONPrinter {
  let syntax: ValueSyntax
  /// How many arrays and objects enclose the value: what is deeper than the reader goes is left out.
  private(set) var depth = 0

  static let tooDeep: JSONValue = "..."

  init(syntax: ValueSyntax, depth: Int = 0) {
    self.syntax = syntax
    self.depth = depth
  }

  /// A value at a place that declares a type.
  mutating func json(of value: Any, as declared: Any.Type) -> JSONValue {
    guard !isTooDeep() else { return Self.tooDeep }
    let json = uncheckedJSON(value, as: declared)
    // At the deepest place nothing can stand in an array or an object.
    return isTooDeep(inside: 1) && json.depth > 0 ? Self.tooDeep : json
  }

  private mutating func uncheckedJSON(_ value: Any, as declared: Any.Type) -> JSONValue {
    let value = unnested(value)
    let type = Swift.type(of: value)
    if let leaf = syntax.leaves.leaf(type) { return json(ofText: leaf.print(value)) }
    if type != declared, declared != (any TextConvertible).self {
      switch TypeKind(of: declared) {
      case .existential, .constrainedExistential: return erased(value)
      default: break
      }
    }
    if let plain = withContents(of: value, { DirectJSON.json(at: $1, as: $0) }) { return plain }
    switch TextSchema.of(type).shape {
    case .convertible: return convertible(value)
    case .enumeration(let plan): return enumeration(value, plan)
    case .structure(let plan):
      return (plan.needsDecoder ? encoded(value) : nil) ?? structure(value, plan)
    case .decodable: return encoded(value) ?? Self.refused(type)
    case .tuple(let schema): return tuple(value, schema)
    case .existential, .refused: return Self.refused(type)
    }
  }

  /// Whether the reader refuses a value here, or so many levels inside.
  func isTooDeep(inside levels: Int = 0) -> Bool { depth + levels >= Parser.depthLimit }

  /// What `body` makes of values that stand in an array or an object here.
  mutating func inside<Result>(_ body: (inout JSONPrinter) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// An object of one member, unless that would be too deep for the reader.
  func object(_ key: String, _ content: JSONValue) -> JSONValue {
    isTooDeep(inside: 1 + content.depth)
      ? Self.tooDeep : .object([JSONValue.Member(key, content)])
  }

  // MARK: Composites

  private mutating func structure(_ value: Any, _ plan: StructTextSchema) -> JSONValue {
    .object(
      inside { printer in
        withContents(of: value) { _, address in
          plan.visible.map { property in
            JSONValue.Member(property.name, printer.json(of: property.field, at: address))
          }
        }
      })
  }

  private mutating func tuple(_ value: Any, _ schema: TupleSchema) -> JSONValue {
    inside { printer in
      withContents(of: value) { _, address in
        Self.parts(
          schema.elements, schema.elements.map { printer.json(of: $0, at: address) },
          schema.elements.contains { $0.label != nil })
      }
    }
  }

  /// A part of the value at `address`, whose owner knows it by its metadata.
  private mutating func json(of part: Field, at address: ValueAddress) -> JSONValue {
    guard part.refusal == nil else { return Self.refused(part.type) }
    let place = address.field(part.fieldOffset)
    if syntax.leaves.isEmpty, !isTooDeep(),
      let plain = DirectJSON.json(at: place, as: part.type)
    {
      return plain
    }
    return json(of: place.anyValue(as: part.type), as: part.type)
  }

  private mutating func enumeration(_ value: Any, _ plan: EnumTextSchema) -> JSONValue {
    guard let current = try? plan.metadata.currentCase(of: value) else {
      return .string("\(value)")
    }
    guard !current.elements.isEmpty else { return .string(current.name) }
    let payload = try? plan.metadata.payload(of: value)
    let isShared = plan.sharedNames.contains(current.name)
    let json = inside { $0.payload(payload, of: current.elements, isShared) }
    return .object([JSONValue.Member(current.name, json)])
  }

  /// A payload: one value bare where it has no label, else all by their labels or in their order.
  private mutating func payload(
    _ values: [Any]?, of elements: [Field], _ isShared: Bool
  ) -> JSONValue {
    guard elements.count == 1, elements[0].label == nil else {
      guard !isTooDeep(inside: 1) else { return Self.tooDeep }
      let isLabelled = isShared || elements.contains { $0.label != nil }
      return Self.parts(elements, inside { $0.contents(values, of: elements) }, isLabelled)
    }
    let content = contents(values, of: elements)[0]
    // The reader takes an object of nothing but `_0` for the list of the payload's values, and by
    // such a list tells cases that share their name.
    guard isShared || content.onlyMember(named: "_0") != nil else { return content }
    return object("_0", content)
  }

  private mutating func contents(_ values: [Any]?, of elements: [Field]) -> [JSONValue] {
    elements.enumerated().map { index, element in
      guard let values else { return Self.refused(element.type) }
      return json(of: values[index], as: element.type)
    }
  }

  /// Values in an object by their labels, of which `_0` stands for none; or in an array.
  private static func parts(
    _ parts: [Field], _ values: [JSONValue], _ isLabelled: Bool
  ) -> JSONValue {
    guard isLabelled else { return .array(values) }
    return .object(
      zip(parts, values).enumerated().map { index, pair in
        JSONValue.Member(pair.0.label ?? "_\(index)", pair.1)
      })
  }

  /// A value that text cannot build still shows what it is.
  private static func refused(_ type: Any.Type) -> JSONValue {
    .string("(\(TypeName.spell(type)))")
  }
}

/// The values that nearly every state is made of, read where they lie.
private enum DirectJSON {
  static func json(at address: ValueAddress, as type: Any.Type) -> JSONValue? {
    if type == String.self { return .string(address.value(as: String.self)) }
    if type == Int.self { return .integer(address.value(as: Int.self)) }
    if type == Bool.self { return .bool(address.value(as: Bool.self)) }
    return nil
  }
}

extension JSONValue {
  /// The value of an object's only member, if that is its name.
  func onlyMember(named key: String) -> JSONValue? {
    guard case .object(let members) = self, members.count == 1, members[0].key == key else {
      return nil
    }
    return members[0].value
  }

  /// How many arrays and objects stand in each other here.
  var depth: Int {
    switch self {
    case .array(let elements): elements.map { 1 + $0.depth }.max() ?? 0
    case .object(let members): members.map { 1 + $0.value.depth }.max() ?? 0
    default: 0
    }
  }
}
