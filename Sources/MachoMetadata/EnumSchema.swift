import CMachoMetadata

/// One case of an enum, as the runtime knows it.
public struct EnumCase: Sendable {
  /// As the source declares it.
  public let name: String
  /// The number by which the runtime knows the case: payload cases first.
  public let tag: Int
  /// The type of the whole payload, a tuple where there are several values; nil for none.
  public let payload: Any.Type?
  /// Whether the payload lies in a box of its own.
  public let isIndirect: Bool
  /// The values of the payload, each with its label.
  public let elements: [Field]
  let refusal: MetadataError.Reason?
}

/// What the runtime knows of an enum: its cases, and how to build and take apart its values.
public final class EnumSchema: Sendable {
  /// The enum.
  public let type: Any.Type
  /// In the order of the declaration where the runtime can tell it, else in the order of the tags.
  public let cases: [EnumCase]
  /// The cases by tag.
  public let casesByTag: [EnumCase]

  private static let cache = SchemaCache<EnumSchema>()

  /// The schema of an enum type, read once and kept.
  public static func of(_ type: Any.Type) throws(MetadataError) -> EnumSchema {
    try cache.schema(of: type) { type throws(MetadataError) in try EnumSchema(type) }
  }

  private init(_ type: Any.Type) throws(MetadataError) {
    let kind = TypeKind(of: type)
    guard kind == .enumeration || kind == .optional else {
      throw MetadataError(TypeName.spell(type), .notAnEnum)
    }
    if Metadata(type).isNoncopyable { throw MetadataError(TypeName.spell(type), .noncopyable) }
    self.type = type
    casesByTag = try fieldRecords(of: type).enumerated().map(EnumCase.init(tag:record:))
    cases = inDeclarationOrder(casesByTag, of: type)
  }

  /// The current case of `value`.
  public func currentCase(of value: Any) throws(MetadataError) -> EnumCase {
    let tag = try withStored(value) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return Int(macho_enum_tag(address, Metadata(type).pointer))
    }
    guard casesByTag.indices.contains(tag) else {
      throw MetadataError(TypeName.spell(type), .unresolvedType)
    }
    return casesByTag[tag]
  }

  /// A new value of `type` in the case `choice`, from one value for each of its elements.
  public func makeValue(_ choice: EnumCase, _ values: [Any] = []) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      if let payload = choice.payload {
        if choice.isIndirect {
          try initializeBox(of: choice, payload, at: storage, with: values)
        } else {
          try initializePayload(of: choice, at: storage, with: values)
        }
      } else if !values.isEmpty {
        throw MetadataError(subject(choice), .wrongCount)
      }
      let pointer = Metadata(type).pointer
      macho_enum_inject(storage, UInt32(choice.tag), pointer)
      // Read back: where a payload has no values at all, neither has the case.
      guard macho_enum_tag(storage, pointer) == UInt32(choice.tag) else {
        throw MetadataError(subject(choice), .uninhabited)
      }
      return moveValue(type, from: storage)
    }
  }

  /// The values in the payload of `value`'s current case, one for each element.
  public func payload(of value: Any) throws(MetadataError) -> [Any] {
    let current = try currentCase(of: value)
    return try withPayload(of: current, in: value) { address throws(MetadataError) in
      var values: [Any] = []
      values.reserveCapacity(current.elements.count)
      for element in current.elements {
        if let reason = element.refusal { throw MetadataError(subject(current), reason) }
        values.append(load(element.type, from: address + element.offset))
      }
      return values
    } ?? []
  }

  /// An error here is the case's: its parts may have no names.
  private func initializePayload(
    of choice: EnumCase, at storage: UnsafeMutableRawPointer, with values: [Any]
  ) throws(MetadataError) {
    do throws(MetadataError) {
      try initializeFields(choice.elements, at: storage, with: values, in: type)
    } catch {
      throw MetadataError(subject(choice), error.reason)
    }
  }

  /// Builds the payload aside and moves it into a box: a value that does not fit leaves no box.
  private func initializeBox(
    of choice: EnumCase, _ payload: Any.Type, at storage: UnsafeMutableRawPointer,
    with values: [Any]
  ) throws(MetadataError) {
    try withStorage(for: payload) { scratch throws(MetadataError) in
      try initializePayload(of: choice, at: scratch, with: values)
      let pointer = Metadata(payload).pointer
      let box = macho_box_allocate(pointer)
      macho_initialize_take(box.buffer, scratch, pointer)
      storage.storeBytes(of: box.object, as: UnsafeMutableRawPointer?.self)
    }
  }

  /// Projecting destroys the enum's own form, so it is done on a copy, which then is destroyed as
  /// what it has become: the payload, or the reference to its box.
  private func withPayload<R>(
    of current: EnumCase, in value: Any,
    _ body: (UnsafeRawPointer) throws(MetadataError) -> R
  ) throws(MetadataError) -> R? {
    guard let payload = current.payload else { return nil }
    let pointer = Metadata(type).pointer
    return try withStorage(for: type) { storage throws(MetadataError) in
      try withStored(value) { address, _ throws(MetadataError) in
        macho_initialize_copy(storage, address, pointer)
      }
      macho_enum_project(storage, pointer)
      guard current.isIndirect else {
        defer { macho_destroy(storage, Metadata(payload).pointer) }
        return try body(storage)
      }
      let box = storage.load(as: UnsafeMutableRawPointer?.self)
      defer { macho_box_release(box) }
      // An empty payload has no storage: any address serves for reading no bytes.
      return try body(macho_box_project(box) ?? storage)
    }
  }

  private func subject(_ choice: EnumCase) -> String { "\(TypeName.spell(type)).\(choice.name)" }
}

extension EnumCase {
  fileprivate init(tag: Int, record: FieldRecord) {
    self.init(
      name: record.name, tag: tag, payload: record.type, isIndirect: record.isIndirect,
      elements: record.type.map { type in
        tupleElements(of: type)
          ?? [
            Field(label: nil, type: type, offset: 0, refusal: record.refusal, isVariable: false)
          ]
      } ?? [],
      refusal: record.refusal)
  }
}
