import CMachoMetadata

/// One case of an enum, read from runtime metadata.
package struct EnumCase: Sendable {
  /// The name in the source.
  package let name: String
  /// The runtime's number of the case. Payload cases come first.
  package let tag: Int
  /// The type of the whole payload, a tuple for several values; `nil` without payload.
  package let payload: Any.Type?
  /// Whether the payload is stored in a separate box.
  package let isIndirect: Bool
  /// The values of the payload with their labels.
  package let elements: [Field]
  let unsupportedReason: MetadataError.Reason?
}

/// The cases of an enum, read from runtime metadata, with operations to build and destructure its
/// values.
package final class EnumSchema: Sendable {
  /// The enum type.
  package let type: Any.Type
  /// The cases in declaration order if it can be determined, else in tag order.
  package let cases: [EnumCase]
  /// The cases, indexed by tag.
  package let casesByTag: [EnumCase]

  private static let cache = SchemaCache<EnumSchema>()

  /// Returns the schema of an enum type, computed once and cached.
  package static func of(_ type: Any.Type) throws(MetadataError) -> EnumSchema {
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

  /// Returns the current case of `value`.
  package func currentCase(of value: Any) throws(MetadataError) -> EnumCase {
    let tag = try withStored(value) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return Int(macho_enum_tag(address, Metadata(type).pointer))
    }
    guard casesByTag.indices.contains(tag) else {
      throw MetadataError(TypeName.spell(type), .unresolvedType)
    }
    return casesByTag[tag]
  }

  /// Returns a new value of `type` in the case `choice`, given one value per element of its
  /// payload.
  package func makeValue(of enumCase: EnumCase, payload values: [Any] = []) throws(MetadataError)
    -> Any
  {
    try withStorage(for: type) { storage throws(MetadataError) in
      if let payload = enumCase.payload {
        if enumCase.isIndirect {
          try initializeBox(of: enumCase, payload, at: storage, with: values)
        } else {
          try initializePayload(of: enumCase, at: storage, with: values)
        }
      } else if !values.isEmpty {
        throw MetadataError(subject(enumCase), .wrongCount)
      }
      let pointer = Metadata(type).pointer
      macho_enum_inject(storage, UInt32(enumCase.tag), pointer)
      // If the payload type has no values (`Never`), the injected tag does not read back.
      guard macho_enum_tag(storage, pointer) == UInt32(enumCase.tag) else {
        throw MetadataError(subject(enumCase), .uninhabited)
      }
      return moveValue(type, from: storage)
    }
  }

  /// Returns the values in the payload of `value`'s current case, one per element.
  package func payload(of value: Any) throws(MetadataError) -> [Any] {
    let current = try currentCase(of: value)
    return try withPayload(of: current, in: value) { address throws(MetadataError) in
      var values: [Any] = []
      values.reserveCapacity(current.elements.count)
      for element in current.elements {
        if let reason = element.unsupportedReason { throw MetadataError(subject(current), reason) }
        values.append(load(element.type, from: address + element.offset))
      }
      return values
    } ?? []
  }

  /// Attributes errors to the case, because its elements may have no names.
  ///
  /// SAFETY: here and below, the callers pass memory for a value of the schema's type.
  private func initializePayload(
    of enumCase: EnumCase, at storage: UnsafeMutableRawPointer, with values: [Any]
  ) throws(MetadataError) {
    do throws(MetadataError) {
      try initializeFields(enumCase.elements, at: storage, with: values, in: type)
    } catch {
      throw MetadataError(subject(enumCase), error.reason)
    }
  }

  /// Builds the payload in scratch memory, then moves it into a box. A payload that cannot be built
  /// allocates no box.
  private func initializeBox(
    of enumCase: EnumCase, _ payload: Any.Type, at storage: UnsafeMutableRawPointer,
    with values: [Any]
  ) throws(MetadataError) {
    try withStorage(for: payload) { scratch throws(MetadataError) in
      try initializePayload(of: enumCase, at: scratch, with: values)
      let pointer = Metadata(payload).pointer
      let box = macho_box_allocate(pointer)
      macho_initialize_take(box.buffer, scratch, pointer)
      storage.storeBytes(of: box.object, as: UnsafeMutableRawPointer?.self)
    }
  }

  /// Calls `body` with the payload's address, valid during the call. Projecting destroys the enum's
  /// representation, so it works on a copy. The copy is then destroyed as the payload, or as the
  /// reference to its box.
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
      // An empty payload has no storage. Any address works, because no bytes are read.
      return try body(macho_box_project(box) ?? storage)
    }
  }

  private func subject(_ enumCase: EnumCase) -> String {
    "\(TypeName.spell(type)).\(enumCase.name)"
  }
}

extension EnumCase {
  fileprivate init(tag: Int, record: FieldRecord) {
    self.init(
      name: record.name, tag: tag, payload: record.type, isIndirect: record.isIndirect,
      elements: record.type.map { type in
        tupleElements(of: type)
          ?? [
            Field(
              label: nil, type: type, offset: 0, unsupportedReason: record.unsupportedReason,
              isVariable: false)
          ]
      } ?? [],
      unsupportedReason: record.unsupportedReason)
  }
}
