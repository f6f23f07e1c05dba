import CMachoMetadata

/// Calls `body` with the address and the type of what `value` holds.
func withStored<R>(
  _ value: Any, _ body: (UnsafeRawPointer, Any.Type) throws(MetadataError) -> R
) throws(MetadataError) -> R {
  func open<V>(_ value: V) -> Result<R, MetadataError> {
    // The address is of `value` at its own type `V`, and is used only inside the closure.
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

/// Initializes storage of `part` at `target` with a copy of `value`.
func initializeField(
  _ part: Field, at target: UnsafeMutableRawPointer, with value: Any, in owner: Any.Type
) throws(MetadataError) {
  let subject: () -> String = { "\(TypeName.spell(owner)).\(part.label ?? "_")" }
  if let reason = part.refusal { throw MetadataError(subject(), reason) }

  guard initializeMemory(target, as: part.type, with: value) else {
    throw MetadataError(subject(), .wrongType)
  }
}

/// Initializes storage of `type`, which is not refused, with a copy of `value`; false, and nothing
/// there, if it is of another type that does not convert.
func initializeMemory(
  _ target: UnsafeMutableRawPointer, as type: Any.Type, with value: Any
) -> Bool {
  func store<V>(_ value: V) -> Bool {
    guard V.self == type else { return false }
    // `V` is the type, and `target` is uninitialized memory reserved for one.
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

/// A copy of the value of `type` at `source`; the caller has checked that `type` is not refused.
func load(_ type: Any.Type, from source: UnsafeRawPointer) -> Any {
  if TypeKind(of: type) == .existential { return loadExistential(type, from: source) }
  func open<T>(_: T.Type) -> Any { source.assumingMemoryBound(to: T.self).pointee }
  return _openExistential(type, do: open)
}

/// Loads what an existential holds, so that the result is not an existential in an existential.
private func loadExistential(_ type: Any.Type, from source: UnsafeRawPointer) -> Any {
  // Flags of existential metadata: bit 31 clear for class-bound, bits 24-29 are 1 for `any Error`.
  let flags = UInt32(truncatingIfNeeded: Metadata(type).word(1))
  if (flags >> 24) & 0x3f == 1 {
    return source.assumingMemoryBound(to: (any Error).self).pointee
  }
  if flags & 0x8000_0000 == 0 {
    // A class-bound existential begins with the reference; witness tables follow.
    return source.assumingMemoryBound(to: AnyObject.self).pointee
  }
  // An opaque existential begins as `Any` does (buffer, type); witness tables follow.
  return source.assumingMemoryBound(to: Any.self).pointee
}

/// Moves the initialized value of `type` out of `source`.
func moveValue(_ type: Any.Type, from source: UnsafeMutableRawPointer) -> Any {
  func open<T>(_: T.Type) -> Any { source.assumingMemoryBound(to: T.self).move() }
  return _openExistential(type, do: open)
}

/// Initializes every part at its offset from `base`; after a failure nothing is left initialized.
func initializeFields(
  _ parts: [Field], at base: UnsafeMutableRawPointer, with values: [Any], in owner: Any.Type
) throws(MetadataError) {
  guard parts.count == values.count else {
    throw MetadataError(TypeName.spell(owner), .wrongCount)
  }
  var done = 0
  do throws(MetadataError) {
    while done < parts.count {
      let part = parts[done]
      try initializeField(part, at: base + part.offset, with: values[done], in: owner)
      done += 1
    }
  } catch {
    for part in parts[..<done] {
      macho_destroy(base + part.offset, Metadata(part.type).pointer)
    }
    throw error
  }
}

/// The value itself where `value` holds an existential in an existential, as a generic context
/// makes of `any Error`.
public func unnested(_ value: Any) -> Any {
  let found = Swift.type(of: value)
  guard TypeKind(of: found) == .existential else { return value }
  let inside = try? withStored(value) { address, type throws(MetadataError) -> Any in
    load(type, from: address)
  }
  return inside ?? value
}
