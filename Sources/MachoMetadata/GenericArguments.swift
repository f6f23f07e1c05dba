/// Returns the generic arguments of a struct or enum type that are types. Empty for a type without
/// any, or with a parameter pack.
package func genericArguments(of type: Any.Type) -> [Any.Type] {
  switch TypeKind(of: type) {
  case .structure, .enumeration, .optional: break
  default: return []
  }
  let metadata = Metadata(type)
  // Bit 7 of a descriptor's flags is set for a generic type. Behind the 28 bytes of a struct's or an
  // enum's descriptor are two relative pointers, the number of parameters with six more bytes, and a
  // byte for each parameter: its kind, and bit 7 if it has an argument in the metadata.
  guard metadata.descriptor.load(as: UInt32.self) & 0x80 != 0 else { return [] }
  let header = metadata.descriptor + 36
  let kinds = (0..<Int(header.load(as: UInt16.self))).map {
    (header + 8).load(fromByteOffset: $0, as: UInt8.self)
  }
  let packKind: UInt8 = 1
  guard !kinds.contains(where: { $0 & 0x3f == packKind }) else { return [] }
  return kinds.filter { $0 & 0x80 != 0 }.enumerated().compactMap { index, kind in
    guard kind & 0x3f == 0 else { return nil }
    let word = metadata.genericArguments.load(
      fromByteOffset: index * 8, as: UnsafeRawPointer.self)
    // SAFETY: the argument of a type parameter is the address of a type's metadata.
    return unsafeBitCast(word, to: Any.Type.self)
  }
}
