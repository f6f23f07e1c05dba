import CMachoMetadata

/// Where a value lies, of a type that the holder of the address knows.
///
/// It is lent for the length of a call, and nothing about it keeps the value alive: it must not be
/// kept past the closure that it is given to. Whoever makes one says why the value stays.
@usableFromInline
package struct ValueAddress {
  @usableFromInline let pointer: UnsafeRawPointer

  @usableFromInline
  init(pointer: UnsafeRawPointer) { self.pointer = pointer }

  /// The address of a part of the value that lies here.
  @inlinable
  package func field(_ part: FieldOffset) -> ValueAddress {
    // The holder asks for parts of the type that it knows to lie here, so this is inside of it.
    ValueAddress(pointer: pointer + part.offset)
  }

  /// The value that lies here, whose type the caller knows to be `Value`.
  @inlinable
  package func value<Value>(as type: Value.Type) -> Value {
    // The caller's knowledge is the proof; plans are made for exactly one type.
    pointer.assumingMemoryBound(to: Value.self).pointee
  }

  /// A copy of the value that lies here, at its own type where it lies in an existential.
  ///
  /// The caller knows that `type` is its type, and that such a part is not refused.
  package func anyValue(as type: Any.Type) -> Any { load(type, from: pointer) }

  /// Whether the reference that lies here is null, as only imported or unsafe code can make it.
  package var isNullReference: Bool { pointer.load(as: UInt.self) == 0 }
}

/// Where in a value one of its parts lies.
@usableFromInline
package struct FieldOffset: Sendable {
  @usableFromInline let offset: Int
}

extension Field {
  /// Where it lies in the value that it is a part of.
  package var fieldOffset: FieldOffset { FieldOffset(offset: offset) }
}

/// Lends the address of a value.
package func withAddress<Value, Result>(
  of value: Value, _ body: (ValueAddress) throws -> Result
) rethrows -> Result {
  // `value` is borrowed for the length of the call, so it stays.
  try withUnsafePointer(to: value) { try body(ValueAddress(pointer: $0)) }
}

/// Lends the address of what an `Any` holds, and its type: never an existential, though generic
/// code puts such into each other.
package func withContents<Result>(
  of value: Any, _ body: (Any.Type, ValueAddress) -> Result
) -> Result {
  func open<Value>(_ value: Value) -> Result {
    withAddress(of: value) { address in
      guard TypeKind(of: Value.self) == .existential else { return body(Value.self, address) }
      return withContents(of: address.anyValue(as: Value.self), body)
    }
  }
  return _openExistential(value, do: open)
}

/// Lends the addresses of what two hold, if it is of one type; nil if it is not.
package func withContents<Result>(
  of left: Any, _ right: Any, _ body: (Any.Type, ValueAddress, ValueAddress) -> Result?
) -> Result? {
  withContents(of: left) { type, left in
    withContents(of: right) { other, right in type == other ? body(type, left, right) : nil }
  }
}

extension EnumSchema {
  /// The tag of the case that the value at `address`, of this enum, is in.
  package func tag(at address: ValueAddress) -> Int {
    Int(macho_enum_tag(address.pointer, Metadata(type).pointer))
  }

  /// Whether payloads may be read from a plain copy of an enum's bytes: see `withPayload`.
  package var supportsBorrowedPayloads: Bool { macho_is_bitwise_takable(Metadata(type).pointer) }

  /// Lends the address of the payload in the case `current`, in which the value at `address` is.
  ///
  /// Only where `lendsPayloads`.
  package func withPayload(
    of current: EnumCase, at address: ValueAddress, _ body: (ValueAddress) -> Void
  ) {
    let metadata = Metadata(type)
    let size = metadata.size
    // Projecting takes the tag out of the bytes, so it works on a copy of them. The copy owns
    // nothing and is never destroyed: it stands for the value at `address`, which outlives it,
    // and a type that may be moved by moving its bytes does not know where it lies.
    withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: metadata.alignment) { bytes in
      // One allocation of at least a byte has a base address.
      let copy = bytes.baseAddress!
      copy.copyMemory(from: address.pointer, byteCount: size)
      macho_enum_project(copy, metadata.pointer)
      guard current.isIndirect else { return body(ValueAddress(pointer: copy)) }
      // The copy now is the reference to the box, which the value at `address` keeps alive. An
      // empty payload has no storage: any address serves for reading no bytes.
      let box = copy.load(as: UnsafeMutableRawPointer?.self)
      body(ValueAddress(pointer: macho_box_project(box) ?? copy))
    }
  }
}

/// An Optional's value, read where it lies.
package struct OptionalReader: Sendable {
  /// The type that may be there.
  package let wrapped: Any.Type
  let type: Any.Type

  /// Nil for a type that is no Optional, or whose value cannot be copied.
  package init?(_ type: Any.Type) {
    guard TypeKind(of: type) == .optional else { return nil }
    self.type = type
    // The first generic argument of Optional's metadata is its wrapped type.
    let argument = Metadata(type).genericArguments.load(as: UnsafeRawPointer.self)
    wrapped = unsafeBitCast(argument, to: Any.Type.self)
    if Metadata(wrapped).isNoncopyable { return nil }
  }

  /// Where the value in the Optional at `address` lies; nil for none.
  package func wrappedAddress(at address: ValueAddress) -> ValueAddress? {
    // The case with the payload has tag 0. An enum with one payload stores it at its beginning and
    // unchanged: `none` is told from it by bits that no valid payload has, or by bits after it.
    macho_enum_tag(address.pointer, Metadata(type).pointer) == 0 ? address : nil
  }
}
