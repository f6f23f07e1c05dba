import CMachoMetadata

/// Calls `body` with the address and the dynamic type of the value in `value`.
func withStored<R>(
  _ value: Any, _ body: (UnsafeRawPointer, Any.Type) throws(MetadataError) -> R
) throws(MetadataError) -> R {
  func open<V>(_ value: V) -> Result<R, MetadataError> {
    // SAFETY: the pointer is to `value` at its own type `V` and is used only during the closure.
    withUnsafePointer(to: value) { pointer in
      do throws(MetadataError) {
        return .success(try body(UnsafeRawPointer(pointer), V.self))
      } catch {
        return .failure(error)
      }
    }
  }
  return try _openExistential(value, do: open).get()
}

/// Initializes memory for `field` at `target` with a copy of `value`.
func initializeField(
  _ field: Field, at target: UnsafeMutableRawPointer, with value: Any, in owner: Any.Type
) throws(MetadataError) {
  let subject: () -> String = { "\(TypeName.spell(owner)).\(field.label ?? "_")" }
  if let reason = field.unsupportedReason { throw MetadataError(subject(), reason) }

  guard initializeMemory(target, as: field.type, with: value) else {
    throw MetadataError(subject(), .wrongType)
  }
}

/// Initializes memory for `type` at `target` with a copy of `value`. Returns `false`, and leaves
/// the memory uninitialized, if `value` has another type and does not convert.
///
/// `type` must be supported (see `unsupportedReason(for:)`).
func initializeMemory(
  _ target: UnsafeMutableRawPointer, as type: Any.Type, with value: Any
) -> Bool {
  func store<V>(_ value: V) -> Bool {
    guard V.self == type else { return false }
    // SAFETY: `V` is the type, and `target` is uninitialized memory for one value of it.
    target.initializeMemory(as: V.self, to: value)
    return true
  }
  if _openExistential(value, do: store) { return true }

  func convert<T>(_: T.Type) -> Bool {
    guard let value = value as? T else { return false }
    target.initializeMemory(as: T.self, to: value)
    return true
  }
  return _openExistential(type, do: convert)
}

/// Returns a copy of the value of `type` at `source`. `type` must be supported.
func load(_ type: Any.Type, from source: UnsafeRawPointer) -> Any {
  if TypeKind(of: type) == .existential { return loadExistential(type, from: source) }
  func open<T>(_: T.Type) -> Any { source.assumingMemoryBound(to: T.self).pointee }
  return _openExistential(type, do: open)
}

/// Returns the value in an existential, so that the result is not an existential within an
/// existential.
private func loadExistential(_ type: Any.Type, from source: UnsafeRawPointer) -> Any {
  // Existential metadata flags: bit 31 is clear if class-bound; bits 24-29 are 1 for `any Error`.
  let flags = UInt32(truncatingIfNeeded: Metadata(type).word(1))
  if (flags >> 24) & 0x3f == 1 {
    return source.assumingMemoryBound(to: (any Error).self).pointee
  }
  if flags & 0x8000_0000 == 0 {
    // A class-bound existential starts with the reference, followed by witness tables.
    return source.assumingMemoryBound(to: AnyObject.self).pointee
  }
  // An opaque existential starts like `Any` (buffer, type), followed by witness tables.
  return source.assumingMemoryBound(to: Any.self).pointee
}

/// Moves the value of `type` out of `source`.
func moveValue(_ type: Any.Type, from source: UnsafeMutableRawPointer) -> Any {
  func open<T>(_: T.Type) -> Any { source.assumingMemoryBound(to: T.self).move() }
  return _openExistential(type, do: open)
}

/// Initializes every field at its offset from `base`. After an error nothing is left initialized.
func initializeFields(
  _ fields: [Field], at base: UnsafeMutableRawPointer, with values: [Any], in owner: Any.Type
) throws(MetadataError) {
  guard fields.count == values.count else {
    throw MetadataError(TypeName.spell(owner), .wrongCount)
  }
  var count = 0
  do throws(MetadataError) {
    while count < fields.count {
      let field = fields[count]
      try initializeField(field, at: base + field.offset, with: values[count], in: owner)
      count += 1
    }
  } catch {
    for field in fields[..<count] {
      macho_destroy(base + field.offset, Metadata(field.type).pointer)
    }
    throw error
  }
}

/// Returns the innermost value if `value` holds an existential within an existential. Generic code
/// produces such values, for example from `any Error`.
package func unnested(_ value: Any) -> Any {
  let found = Swift.type(of: value)
  guard TypeKind(of: found) == .existential else { return value }
  let inside = try? withStored(value) { address, type throws(MetadataError) -> Any in
    load(type, from: address)
  }
  return inside ?? value
}
