/// One record of a type's field descriptor: an enum's case or a struct's stored property.
struct FieldRecord {
  var name: String
  /// Nil for a case without payload.
  var type: Any.Type?
  var refusal: MetadataError.Reason?
  var isIndirect: Bool
  var isVariable: Bool
}

/// Reads the field records of a struct or an enum; the caller has checked the kind.
func fieldRecords(of type: Any.Type) throws(MetadataError) -> [FieldRecord] {
  guard MemoryLayout<Int>.size == 8 else {
    throw MetadataError(TypeName.spell(type), .unsupportedPlatform)
  }
  let metadata = Metadata(type)
  // Word 4 of a nominal descriptor is the relative pointer to the fields, null when stripped.
  guard let fields = resolveRelativePointer(metadata.descriptor + 16) else {
    throw MetadataError(TypeName.spell(type), .noReflectionMetadata)
  }
  // A field descriptor: two relative pointers, kind, record size (16 bits each), count (32 bits).
  let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
  let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
  return (0..<count).map { fieldRecord(at: fields + 16 + $0 * recordSize, of: metadata) }
}

private func fieldRecord(at record: UnsafeRawPointer, of owner: Metadata) -> FieldRecord {
  // A record: flags, a relative mangled type name (null for no payload), a relative C string.
  let flags = record.load(as: UInt32.self)
  var result = FieldRecord(
    name: resolveRelativePointer(record + 8).map {
      String(cString: $0.assumingMemoryBound(to: CChar.self))
    } ?? "",
    type: nil, refusal: nil, isIndirect: flags & 1 != 0, isVariable: flags & 2 != 0)
  guard let mangled = resolveRelativePointer(record + 4) else { return result }

  let name = MangledName(at: mangled)
  guard let type = name.resolve(in: owner) else {
    result.type = Never.self
    result.refusal = .unresolvedType
    return result
  }
  result.type = type
  result.refusal = name.referenceStorage ?? unsupportedReason(for: type)
  return result
}

/// Why a value of `type` cannot be stored or loaded through a generic parameter, if it cannot.
///
/// Functions and concrete metatypes have another representation behind a generic `T` than in a
/// property of their own type; Optional and tuples are transparent to that, every other type is
/// not.
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

/// A type's mangled name as it stands in reflection metadata, symbolic references included.
private struct MangledName {
  let start: UnsafePointer<UInt8>
  let count: Int

  init(at pointer: UnsafeRawPointer) {
    // The name ends with a zero byte, but a symbolic reference may hold zeros: bytes 0x01...0x17
    // are followed by a 32-bit offset, 0x18...0x1f by a pointer.
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

  /// `Xw` is weak, `Xo` unowned, `Xu` unowned(unsafe); they come last in the name.
  var referenceStorage: MetadataError.Reason? {
    guard count >= 2, start[count - 2] == UInt8(ascii: "X") else { return nil }
    switch start[count - 1] {
    case UInt8(ascii: "w"): return .weakStorage
    case UInt8(ascii: "o"), UInt8(ascii: "u"): return .unownedStorage
    default: return nil
    }
  }
}
