import CMachoMetadata

/// The stored properties of a struct in declaration order, read from runtime metadata.
package final class StructSchema: Sendable {
  /// The struct type.
  package let type: Any.Type
  /// The stored properties under their storage names.
  package let properties: [Field]

  private static let cache = SchemaCache<StructSchema>()

  /// Returns the schema of a struct type, computed once and cached.
  package static func of(_ type: Any.Type) throws(MetadataError) -> StructSchema {
    try cache.schema(of: type) { type throws(MetadataError) in try StructSchema(type) }
  }

  private init(_ type: Any.Type) throws(MetadataError) {
    guard TypeKind(of: type) == .structure else {
      throw MetadataError(TypeName.spell(type), .notAStruct)
    }
    let metadata = Metadata(type)
    if metadata.isNoncopyable { throw MetadataError(TypeName.spell(type), .noncopyable) }
    let records = try fieldRecords(of: type)
    // A struct descriptor ends with the field count and the index of the metadata word where the
    // 32-bit field offsets start. Imported C structs may list fewer fields than they have.
    guard Int(metadata.descriptor.load(fromByteOffset: 20, as: UInt32.self)) == records.count
    else { throw MetadataError(TypeName.spell(type), .noReflectionMetadata) }
    let vector = Int(metadata.descriptor.load(fromByteOffset: 24, as: UInt32.self)) * 8
    self.type = type
    properties = records.enumerated().map { index, record in
      Field(
        label: record.name, type: record.type ?? Never.self,
        offset: Int(metadata.pointer.load(fromByteOffset: vector + index * 4, as: UInt32.self)),
        unsupportedReason: record.type == nil ? .unresolvedType : record.unsupportedReason,
        isVariable: record.isVariable)
    }
  }

  /// Returns a new value, given one value per stored property, in order.
  package func makeValue(fields values: [Any]) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      try initializeFields(properties, at: storage, with: values, in: type)
      return moveValue(type, from: storage)
    }
  }

  /// Returns the value of the stored property at `index`.
  package func value(at index: Int, in root: Any) throws(MetadataError) -> Any {
    let field = properties[index]
    if let reason = field.unsupportedReason {
      throw MetadataError("\(TypeName.spell(type)).\(field.label ?? "_")", reason)
    }
    return try withStored(root) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return load(field.type, from: address + field.offset)
    }
  }

  /// Returns a copy of `base` with some stored properties replaced. All other storage, hidden and
  /// unreadable fields included, is unchanged.
  package func replacing(
    _ changes: [(index: Int, value: Any)], in base: Any
  ) throws(MetadataError) -> Any {
    let pointer = Metadata(type).pointer
    return try withStorage(for: type) { storage throws(MetadataError) in
      try withStored(base) { address, found throws(MetadataError) in
        guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
        macho_initialize_copy(storage, address, pointer)
      }
      for change in changes {
        do throws(MetadataError) {
          try replace(properties[change.index], in: storage, with: change.value)
        } catch {
          macho_destroy(storage, pointer)
          throw error
        }
      }
      return moveValue(type, from: storage)
    }
  }

  /// Builds the new value in scratch memory first. A value that cannot be stored changes nothing.
  ///
  /// SAFETY: the callers pass the address of a value of the schema's type, and the field's offset lies
  /// in it.
  private func replace(
    _ field: Field, in storage: UnsafeMutableRawPointer, with value: Any
  ) throws(MetadataError) {
    let pointer = Metadata(field.type).pointer
    try withStorage(for: field.type) { scratch throws(MetadataError) in
      try initializeField(field, at: scratch, with: value, in: type)
      macho_destroy(storage + field.offset, pointer)
      macho_initialize_take(storage + field.offset, scratch, pointer)
    }
  }
}
