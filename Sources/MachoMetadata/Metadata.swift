import CMachoMetadata

/// A pointer to the metadata record of a type. All offsets below are from the stable 64-bit ABI.
struct Metadata {
  let pointer: UnsafeRawPointer

  init(_ type: Any.Type) {
    // SAFETY: `Any.Type` is represented by one word, the address of the metadata.
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Returns the word at `index`. SAFETY: callers read only words that the type's kind has.
  func word(_ index: Int) -> UInt {
    pointer.load(fromByteOffset: index * 8, as: UInt.self)
  }

  var size: Int { macho_size(pointer) }
  var alignment: Int { macho_alignment(pointer) }
  var isNoncopyable: Bool { macho_is_noncopyable(pointer) }

  /// The nominal type descriptor: the second word of struct and enum metadata.
  var descriptor: UnsafeRawPointer {
    pointer.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
  }

  /// The generic arguments, which follow the descriptor in struct and enum metadata.
  var genericArguments: UnsafeRawPointer { pointer + 16 }
}

/// Resolves a relative pointer: a signed 32-bit distance from its own address; 0 means null.
func resolveRelativePointer(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = pointer.load(as: Int32.self)
  return distance == 0 ? nil : pointer + Int(distance)
}

/// Resolves a relative pointer whose lowest bit says that it refers to a pointer to the target.
func resolveIndirectablePointer(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = pointer.load(as: Int32.self)
  guard distance != 0 else { return nil }
  let target = pointer + Int(distance & ~1)
  return distance & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
}

/// Calls `body` with raw memory for a value of `type`. The memory is freed afterwards, not
/// deinitialized.
func withStorage<R>(
  for type: Any.Type, _ body: (UnsafeMutableRawPointer) throws(MetadataError) -> R
) throws(MetadataError) -> R {
  let metadata = Metadata(type)
  let size = max(metadata.size, 1)
  let storage = UnsafeMutableRawPointer.allocate(
    byteCount: size, alignment: max(metadata.alignment, 16))
  defer { storage.deallocate() }
  // The compiler leaves padding and spare bits of unused storage zero.
  storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  return try body(storage)
}
