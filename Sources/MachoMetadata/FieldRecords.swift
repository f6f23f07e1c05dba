import CMachoMetadata

/// A record of a type's field descriptor: an enum case or a stored property.
struct FieldRecord {
  var name: String
  /// The type of the property or payload; `nil` for a case without payload.
  var type: Any.Type?
  var unsupportedReason: MetadataError.Reason?
  var isIndirect: Bool
  var isVariable: Bool
}

/// Returns the names of the stored properties of a struct or class type that do not retain what they
/// refer to: `weak` and `unowned` ones. Those of a superclass are not included.
package func namesOfUnretainedProperties(of type: Any.Type) -> Set<String> {
  guard MemoryLayout<Int>.size == 8, let descriptor = macho_type_descriptor(Metadata(type).pointer),
    let fields = resolveRelativePointer(descriptor + 16)
  else { return [] }
  let records = FieldRecordTable(at: fields)
  return Set(
    records.addresses.compactMap { record in
      let flags = resolveRelativePointer(record + 4).map { MangledName(at: $0).referenceStorage }
      return flags.flatMap { $0 } == nil ? nil : recordName(record)
    })
}

/// Reads the field records of a struct or enum type. The caller must have checked the kind.
func fieldRecords(of type: Any.Type) throws(MetadataError) -> [FieldRecord] {
  guard MemoryLayout<Int>.size == 8 else {
    throw MetadataError(TypeName.spell(type), .unsupportedPlatform)
  }
  let metadata = Metadata(type)
  // Word 4 of a nominal type descriptor is the relative pointer to the fields; null if stripped.
  guard let fields = resolveRelativePointer(metadata.descriptor + 16) else {
    throw MetadataError(TypeName.spell(type), .noReflectionMetadata)
  }
  return FieldRecordTable(at: fields).addresses.map { fieldRecord(at: $0, of: metadata) }
}

/// The field records behind a field descriptor.
///
/// SAFETY: the layout of field descriptors is part of the stable ABI. They belong to a loaded image and
/// are never freed.
private struct FieldRecordTable {
  let addresses: [UnsafeRawPointer]

  init(at fields: UnsafeRawPointer) {
    // A field descriptor has two relative pointers, the kind and record size (16 bits each), and the
    // count (32 bits).
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    addresses = (0..<count).map { fields + 16 + $0 * recordSize }
  }
}

private func recordName(_ record: UnsafeRawPointer) -> String {
  resolveRelativePointer(record + 8).map {
    String(cString: $0.assumingMemoryBound(to: CChar.self))
  } ?? ""
}

private func fieldRecord(at record: UnsafeRawPointer, of owner: Metadata) -> FieldRecord {
  // A field record has flags, a relative mangled type name (null without payload), and a relative C
  // string.
  let flags = record.load(as: UInt32.self)
  var result = FieldRecord(
    name: SourceIdentifier.spelling(recordName(record)), type: nil, unsupportedReason: nil,
    isIndirect: flags & 1 != 0,
    isVariable: flags & 2 != 0)
  guard let mangled = resolveRelativePointer(record + 4) else { return result }

  let name = MangledName(at: mangled)
  guard let type = name.resolve(in: owner) else {
    result.type = Never.self
    result.unsupportedReason = .unresolvedType
    return result
  }
  result.type = type
  result.unsupportedReason = name.referenceStorage ?? unsupportedReason(for: type)
  return result
}

/// Returns why a value of `type` cannot be stored or loaded through a generic parameter, or `nil`
/// if it can.
///
/// Functions and concrete metatypes have a different representation behind a generic `T` than in a
/// property of their own type. The same holds for `Optional`s and tuples that contain them, but not
/// for other types.
package func unsupportedReason(for type: Any.Type) -> MetadataError.Reason? {
  switch TypeKind(of: type) {
  case .function: return .function
  case .metatype: return .metatype
  case .constrainedExistential: return .constrainedExistential
  case .tuple:
    for element in rawTupleElements(of: type) {
      if let reason = unsupportedReason(for: element.type) { return reason }
    }
  case .optional:
    // The first generic argument of Optional's metadata is its wrapped type.
    let wrapped = Metadata(type).genericArguments.load(as: UnsafeRawPointer.self)
    return unsupportedReason(for: unsafeBitCast(wrapped, to: Any.Type.self))
  case .other: return .noncopyable
  default: break
  }
  return Metadata(type).isNoncopyable ? .noncopyable : nil
}

/// A mangled type name in reflection metadata, including symbolic references.
private struct MangledName {
  let start: UnsafePointer<UInt8>
  let count: Int

  init(at pointer: UnsafeRawPointer) {
    // The name ends with a zero byte, but a symbolic reference may contain zeros: bytes 0x01...0x17
    // precede a 32-bit offset, 0x18...0x1f a pointer.
    var end = pointer
    while case let byte = end.load(as: UInt8.self), byte != 0 {
      end += byte <= 0x17 ? 5 : byte <= 0x1f ? 9 : 1
    }
    start = pointer.assumingMemoryBound(to: UInt8.self)
    count = end - pointer
  }

  func resolve(in owner: Metadata) -> Any.Type? {
    _getTypeByMangledNameInContext(
      start, UInt(count), genericContext: owner.descriptor,
      genericArguments: owner.genericArguments)
  }

  /// Reads the ownership suffix of the name: `Xw` is weak, `Xo` unowned, `Xu` unowned(unsafe).
  var referenceStorage: MetadataError.Reason? {
    guard count >= 2, start[count - 2] == UInt8(ascii: "X") else { return nil }
    switch start[count - 1] {
    case UInt8(ascii: "w"): return .weakStorage
    case UInt8(ascii: "o"), UInt8(ascii: "u"): return .unownedStorage
    default: return nil
    }
  }
}
