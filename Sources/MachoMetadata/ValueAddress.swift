import CMachoMetadata
import MachoLocks

/// The address of a value whose type the holder knows.
///
/// SAFETY: valid only during the call that provides it, and does not keep the value alive. Code
/// that creates an address documents what keeps the value alive.
@usableFromInline
package struct ValueAddress {
  @usableFromInline let pointer: UnsafeRawPointer

  @usableFromInline
  init(pointer: UnsafeRawPointer) { self.pointer = pointer }

  /// Returns the address of a field of the value.
  @inlinable
  package func field(at offset: FieldOffset) -> ValueAddress {
    // SAFETY: the field belongs to the type of the value, so its address is within the value.
    ValueAddress(pointer: pointer + offset.offset)
  }

  /// Returns the value. Its type must be `Value`.
  @inlinable
  package func value<Value>(as type: Value.Type) -> Value {
    // SAFETY: the caller knows the type. Diff plans, for example, are made for exactly one type.
    pointer.assumingMemoryBound(to: Value.self).pointee
  }

  /// Returns a copy of the value; for an existential, a copy of the value in it.
  ///
  /// `type` must be the value's type and must be supported.
  package func anyValue(as type: Any.Type) -> Any { load(type, from: pointer) }

  /// Whether the values at two addresses, each of `count` bytes, have the same bytes.
  package func hasSameBytes(as other: ValueAddress, count: Int) -> Bool {
    // SAFETY: the caller passes the size of the values' type.
    memcmp(pointer, other.pointer, count) == 0
  }

  /// Whether the reference at this address is null, as only imported or unsafe code can make it.
  package var isNullReference: Bool { pointer.load(as: UInt.self) == 0 }
}

/// The offset of a field in its enclosing value.
@usableFromInline
package struct FieldOffset: Sendable {
  @usableFromInline let offset: Int
}

/// Returns the size of a type's values, in bytes.
package func byteCount(of type: Any.Type) -> Int {
  func open<Value>(_: Value.Type) -> Int { MemoryLayout<Value>.size }
  return _openExistential(type, do: open)
}

extension Field {
  /// The offset of this field in its enclosing value.
  package var fieldOffset: FieldOffset { FieldOffset(offset: offset) }
}

/// Calls `body` with the address of `value`, valid during the call only.
package func withAddress<Value, Result>(
  of value: Value, _ body: (ValueAddress) throws -> Result
) rethrows -> Result {
  // SAFETY: `value` is borrowed for the duration of the call.
  try withUnsafePointer(to: value) { try body(ValueAddress(pointer: $0)) }
}

/// Calls `body` with the type and address of the value in an `Any`, valid during the call only. The
/// type is never an existential, although generic code may nest them.
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

/// Calls `body` with the value in an `Any`. Returns `false`, without a call, if it has another type.
package func withValue<Value>(
  in container: Any, as type: Value.Type, _ body: (Value) -> Void
) -> Bool {
  func open<Content>(_ content: Content) -> Bool {
    guard Content.self == Value.self else { return false }
    // SAFETY: `content` has this type, and is borrowed for the duration of the call.
    withUnsafePointer(to: content) {
      body(UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee)
    }
    return true
  }
  return _openExistential(container, do: open) || withConvertedValue(in: container, body)
}

/// PERFORMANCE: not inlined. In generic code, `as?` looks up the metadata of an `Optional` on entry to
/// its function, which costs more than a small reducer.
@inline(never)
private func withConvertedValue<Value>(in container: Any, _ body: (Value) -> Void) -> Bool {
  guard let value = container as? Value else { return false }
  body(value)
  return true
}

/// Calls `body` with the addresses of the values in two `Any`s. Returns `nil` if their types
/// differ.
package func withContents<Result>(
  of left: Any, _ right: Any, _ body: (Any.Type, ValueAddress, ValueAddress) -> Result?
) -> Result? {
  withContents(of: left) { type, left in
    withContents(of: right) { other, right in type == other ? body(type, left, right) : nil }
  }
}

extension EnumSchema {
  /// Returns the tag of the current case of the value at `address`. The value must be of this enum.
  package func tag(at address: ValueAddress) -> Int {
    Int(macho_enum_tag(address.pointer, Metadata(type).pointer))
  }

  /// Whether payloads can be read from a bitwise copy of the enum: see `withPayload`.
  package var supportsBorrowedPayloads: Bool { macho_is_bitwise_takable(Metadata(type).pointer) }

  /// Calls `body` with the address of the payload of the value at `address`, valid during the call
  /// only.
  ///
  /// `current` must be the value's current case, and `supportsBorrowedPayloads` must be `true`.
  package func withPayload(
    of current: EnumCase, at address: ValueAddress, _ body: (ValueAddress) -> Void
  ) {
    let metadata = Metadata(type)
    let size = metadata.size
    // SAFETY: projecting strips the tag, so it works on a bitwise copy. The copy owns nothing and
    // is never destroyed. The original outlives it, and a bitwise-takable type does not depend on
    // its address.
    withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: metadata.alignment) { bytes in
      // At least one byte was requested, so there is a base address.
      let copy = bytes.baseAddress!
      copy.copyMemory(from: address.pointer, byteCount: size)
      macho_enum_project(copy, metadata.pointer)
      guard current.isIndirect else { return body(ValueAddress(pointer: copy)) }
      // The projected copy is the reference to the box, which the original value retains. An empty
      // payload has no storage. Any address works, because no bytes are read.
      let box = copy.load(as: UnsafeMutableRawPointer?.self)
      body(ValueAddress(pointer: macho_box_project(box) ?? copy))
    }
  }
}

/// Reads the wrapped value of an `Optional` in place.
package struct OptionalReader: Sendable {
  /// The wrapped type.
  package let wrapped: Any.Type
  let type: Any.Type

  /// Returns `nil` for a type that is not `Optional`, or whose wrapped type is noncopyable.
  package init?(_ type: Any.Type) {
    guard TypeKind(of: type) == .optional else { return nil }
    self.type = type
    // The first generic argument of Optional's metadata is its wrapped type.
    let argument = Metadata(type).genericArguments.load(as: UnsafeRawPointer.self)
    wrapped = unsafeBitCast(argument, to: Any.Type.self)
    if Metadata(wrapped).isNoncopyable { return nil }
  }

  /// Returns the address of the wrapped value, or `nil` for `none`.
  package func wrappedAddress(at address: ValueAddress) -> ValueAddress? {
    // The payload case has tag 0. An enum with one payload case stores the payload unchanged at its
    // start. `none` is encoded as bits that no valid payload has, or as extra bits after it.
    macho_enum_tag(address.pointer, Metadata(type).pointer) == 0 ? address : nil
  }
}
