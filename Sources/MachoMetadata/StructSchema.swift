import CMachoMetadata

/// What the runtime knows of a struct: its stored properties, in the order of the declaration.
public final class StructSchema: Sendable {
  /// The struct.
  public let type: Any.Type
  /// The stored properties under the names by which they are stored.
  public let properties: [Field]

  private static let cache = SchemaCache<StructSchema>()

  /// The schema of a struct type, read once and kept.
  public static func of(_ type: Any.Type) throws(MetadataError) -> StructSchema {
    try cache.schema(of: type) { type throws(MetadataError) in try StructSchema(type) }
  }

  private init(_ type: Any.Type) throws(MetadataError) {
    guard TypeKind(of: type) == .structure else {
      throw MetadataError(TypeName.spell(type), .notAStruct)
    }
    let metadata = Metadata(type)
    if metadata.isNoncopyable { throw MetadataError(TypeName.spell(type), .noncopyable) }
    let records = try fieldRecords(of: type)
    // A struct's descriptor ends with the number of fields and the word at which the metadata
    // keeps their 32-bit offsets. Imported C structs may show fewer fields than they have.
    guard Int(metadata.descriptor.load(fromByteOffset: 20, as: UInt32.self)) == records.count
    else { throw MetadataError(TypeName.spell(type), .noReflectionMetadata) }
    let vector = Int(metadata.descriptor.load(fromByteOffset: 24, as: UInt32.self)) * 8
    self.type = type
    properties = records.enumerated().map { index, record in
      Field(
        label: record.name, type: record.type ?? Never.self,
        offset: Int(metadata.pointer.load(fromByteOffset: vector + index * 4, as: UInt32.self)),
        refusal: record.type == nil ? .unresolvedType : record.refusal,
        isVariable: record.isVariable)
    }
  }

  /// A new value from one value for each stored property, in order.
  public func makeValue(_ values: [Any]) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      try initializeFields(properties, at: storage, with: values, in: type)
      return moveValue(type, from: storage)
    }
  }

  /// The value of the stored property at `index`.
  public func value(at index: Int, in root: Any) throws(MetadataError) -> Any {
    let part = properties[index]
    if let reason = part.refusal {
      throw MetadataError("\(TypeName.spell(type)).\(part.label ?? "_")", reason)
    }
    return try withStored(root) { address, found throws(MetadataError) in
      guard found == type else { throw MetadataError(TypeName.spell(type), .wrongType) }
      return load(part.type, from: address + part.offset)
    }
  }

  /// A copy of `base` in which some stored properties have other values; the rest, hidden and
  /// unreadable storage included, stays as it is.
  public func replacing(
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

  /// Builds the new value aside first, so that a value that does not fit changes nothing.
  private func replace(
    _ part: Field, in storage: UnsafeMutableRawPointer, with value: Any
  ) throws(MetadataError) {
    let pointer = Metadata(part.type).pointer
    try withStorage(for: part.type) { scratch throws(MetadataError) in
      try initializeField(part, at: scratch, with: value, in: type)
      macho_destroy(storage + part.offset, pointer)
      macho_initialize_take(storage + part.offset, scratch, pointer)
    }
  }
}
