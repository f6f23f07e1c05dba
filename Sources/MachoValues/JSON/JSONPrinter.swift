import MachoMetadata

extension ValueSyntax {
  /// Returns the value as JSON that `@file` reads back as an equal value.
  ///
  /// A struct is an object with its properties as keys. A case is its name, or `{"name": payload}`
  /// with a payload. A value without a JSON form, or one that cannot be built, is its text in a
  /// string.
  ///
  /// - Parameter decimalsAreNumbers: Whether a Decimal is a number with all of its digits, for a reader that
  ///   keeps them. Default: `false` (a string).
  package func json(of value: TypedValue, decimalsAreNumbers: Bool = false) -> JSONValue {
    var printer = JSONPrinter(syntax: self)
    printer.decimalsAreNumbers = decimalsAreNumbers
    return printer.json(of: value.value, as: value.type)
  }
}

/// Converts values to JSON. Uses the same `TextSchema` as `ValuePrinter`.
struct JSONPrinter {
  let syntax: ValueSyntax
  /// The members that are left out. Default: none.
  var omitted = OmittedMembers()
  /// Whether a Decimal is a number. Default: a string.
  var decimalsAreNumbers = false
  /// The number of enclosing arrays and objects. Values deeper than the reader's limit are left
  /// out.
  private(set) var depth = 0

  static let tooDeep: JSONValue = "..."

  init(syntax: ValueSyntax, depth: Int = 0) {
    self.syntax = syntax
    self.depth = depth
  }

  /// Returns the JSON of a value with a declared type.
  mutating func json(of value: Any, as declared: Any.Type) -> JSONValue {
    guard !isTooDeep() else { return Self.tooDeep }
    let json = uncheckedJSON(value, as: declared)
    // At the maximum depth, the reader accepts only leaves.
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
    switch TextSchema.of(type).shape {
    case .convertible: return convertible(value)
    case .enumeration(let schema): return enumeration(value, schema)
    case .structure(let schema):
      return (schema.needsDecoder ? encoded(value) : nil) ?? structure(value, schema)
    case .decodable: return encoded(value) ?? Self.refused(type)
    case .tuple(let schema): return tuple(value, schema)
    case .existential, .refused: return Self.refused(type)
    }
  }

  /// Whether the reader would reject a value here, or `levels` deeper.
  func isTooDeep(inside levels: Int = 0) -> Bool { depth + levels >= Parser.depthLimit }

  /// Calls `body` with the depth of the values in an array or object at this depth.
  mutating func inside<Result>(_ body: (inout JSONPrinter) -> Result) -> Result {
    depth += 1
    defer { depth -= 1 }
    return body(&self)
  }

  /// Returns an object with one member, or `"..."` if it is too deep for the reader.
  func object(_ key: String, _ content: JSONValue) -> JSONValue {
    isTooDeep(inside: 1 + content.depth)
      ? Self.tooDeep : .object([JSONValue.Member(key, content)])
  }

  // MARK: Composites

  private mutating func structure(_ value: Any, _ schema: StructTextSchema) -> JSONValue {
    .object(
      inside { printer in
        withContents(of: value) { _, address in
          let omitted = printer.omitted.names(of: schema.metadata.type)
          var members: [JSONValue.Member] = []
          members.reserveCapacity(schema.visible.count)
          // PERFORMANCE: by index, to copy no property.
          for index in schema.visible.indices {
            let name = schema.visible[index].name
            if omitted?.contains(name) == true { continue }
            members.append(
              JSONValue.Member(
                printer.omitted.name(of: name),
                printer.json(
                  of: schema.visible[index].field, schema.visible[index].representable,
                  at: address)))
          }
          return members
        }
      })
  }

  private mutating func tuple(_ value: Any, _ schema: TupleSchema) -> JSONValue {
    inside { printer in
      withContents(of: value) { _, address in
        Self.fields(
          schema.elements, schema.elements.map { printer.json(of: $0, at: address) },
          schema.elements.contains { $0.label != nil })
      }
    }
  }

  /// Returns the JSON of a field of the value at `address`.
  ///
  /// - Parameter representable: The field's type, if its JSON needs no copy of the value.
  private mutating func json(
    of field: Field, _ representable: (any JSONRepresentable.Type)? = nil,
    at address: ValueAddress
  ) -> JSONValue {
    guard field.unsupportedReason == nil else { return Self.refused(field.type) }
    let fieldAddress = address.field(at: field.fieldOffset)
    if let representable, syntax.leaves.isEmpty, !isTooDeep(inside: 1) {
      return json(at: fieldAddress, as: representable)
    }
    return json(of: fieldAddress.anyValue(as: field.type), as: field.type)
  }

  private mutating func json<T: JSONRepresentable>(at address: ValueAddress, as type: T.Type)
    -> JSONValue
  { address.value(as: type).json(&self) }

  private mutating func enumeration(_ value: Any, _ schema: EnumTextSchema) -> JSONValue {
    guard let current = try? schema.metadata.currentCase(of: value) else {
      return .string("\(value)")
    }
    if omitted.names(of: schema.metadata.type)?.contains(current.name) == true {
      return OmittedMembers.mark
    }
    let name = omitted.name(of: current.name)
    guard !current.elements.isEmpty else { return .string(name) }
    let payload = try? schema.metadata.payload(of: value)
    let isShared = schema.sharedNames.contains(current.name)
    let json = inside { $0.payload(payload, of: current.elements, isShared) }
    return .object([JSONValue.Member(name, json)])
  }

  /// Returns the JSON of a payload: a single unlabelled value bare, else an object by label or an
  /// array in order.
  private mutating func payload(
    _ values: [Any]?, of elements: [Field], _ isShared: Bool
  ) -> JSONValue {
    guard elements.count == 1, elements[0].label == nil else {
      guard !isTooDeep(inside: 1) else { return Self.tooDeep }
      let isLabelled = isShared || elements.contains { $0.label != nil }
      return Self.fields(elements, inside { $0.contents(values, of: elements) }, isLabelled)
    }
    let content = contents(values, of: elements)[0]
    // The reader treats an object whose only key is `_0` as a list of payload values. It
    // distinguishes cases that share a name by the keys of such a list.
    guard isShared || content.onlyMember(named: "_0") != nil else { return content }
    return object("_0", content)
  }

  private mutating func contents(_ values: [Any]?, of elements: [Field]) -> [JSONValue] {
    elements.enumerated().map { index, element in
      guard let values else { return Self.refused(element.type) }
      return json(of: values[index], as: element.type)
    }
  }

  /// Returns values as an object by label, or as an array. An unlabelled value's key is `_0`, `_1`,
  /// and so on.
  private static func fields(
    _ fields: [Field], _ values: [JSONValue], _ isLabelled: Bool
  ) -> JSONValue {
    guard isLabelled else { return .array(values) }
    return .object(
      zip(fields, values).enumerated().map { index, pair in
        JSONValue.Member(pair.0.label ?? "_\(index)", pair.1)
      })
  }

  /// Returns the placeholder for a value that text cannot build: its type.
  private static func refused(_ type: Any.Type) -> JSONValue {
    .string("(\(TypeName.spell(type)))")
  }
}

extension JSONValue {
  /// Returns the value of an object's only member if its key is `key`.
  func onlyMember(named key: String) -> JSONValue? {
    guard case .object(let members) = self, members.count == 1, members[0].key == key else {
      return nil
    }
    return members[0].value
  }

  /// The maximum number of nested arrays and objects.
  var depth: Int {
    switch self {
    case .array(let elements): elements.map { 1 + $0.depth }.max() ?? 0
    case .object(let members): members.map { 1 + $0.value.depth }.max() ?? 0
    default: 0
    }
  }
}
