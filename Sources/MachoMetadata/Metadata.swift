import CMachoMetadata

/// A pointer to the runtime's record of one type; every offset below is of the stable 64-bit ABI.
struct Metadata {
  let pointer: UnsafeRawPointer

  init(_ type: Any.Type) {
    // `Any.Type` is represented by exactly one word, the address of the metadata.
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// The word at `index`: callers ask only for words that the type's kind is known to have.
  func word(_ index: Int) -> UInt {
    pointer.load(fromByteOffset: index * 8, as: UInt.self)
  }

  var size: Int { macho_size(pointer) }
  var alignment: Int { macho_alignment(pointer) }
  var isNoncopyable: Bool { macho_is_noncopyable(pointer) }

  /// The type's nominal descriptor: the second word of a struct's and of an enum's metadata.
  var descriptor: UnsafeRawPointer {
    pointer.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
  }

  /// The generic arguments follow the descriptor of a struct or an enum.
  var genericArguments: UnsafeRawPointer { pointer + 16 }
}

/// Follows a relative pointer: a signed 32-bit distance from its own address, 0 for null.
func resolveRelativePointer(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
  let distance = pointer.load(as: Int32.self)
  return distance == 0 ? nil : pointer + Int(distance)
}

/// Raw storage with the size and alignment of a type, freed (not deinitialized) with its scope.
func withStorage<R>(
  for type: Any.Type, _ body: (UnsafeMutableRawPointer) throws(MetadataError) -> R
) throws(MetadataError) -> R {
  let metadata = Metadata(type)
  let size = max(metadata.size, 1)
  let storage = UnsafeMutableRawPointer.allocate(
    byteCount: size, alignment: max(metadata.alignment, 16))
  defer { storage.deallocate() }
  // Padding and the spare bits of unused storage are zero, as the compiler leaves them.
  storage.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  return try body(storage)
}
