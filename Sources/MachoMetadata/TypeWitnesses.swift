import CMachoMetadata

/// The `==` of a type, called on values by address.
package final class EqualityWitness: Sendable {
  private let conformance: Conformance

  /// Returns `nil` for a type that is not `Equatable`.
  package init?(of type: Any.Type) {
    guard let equatable = type as? any Equatable.Type else { return nil }
    conformance = Conformance(equatable)
  }

  /// Whether the values at two addresses are equal.
  package func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    macho_are_equal(left.pointer, right.pointer, conformance.type, conformance.witnessTable)
  }

  /// Returns the first index in `range` at which two buffers differ, or the end of `range`.
  package func firstDifference(
    _ left: ElementBuffer, _ right: ElementBuffer, in range: Range<Int>
  ) -> Int {
    macho_first_difference(
      left.base, right.base, left.stride, range.lowerBound, range.upperBound, conformance.type,
      conformance.witnessTable)
  }

  /// Returns the last index in `range` whose element equals the value at `left`.
  package func lastIndex(
    of left: ValueAddress, in elements: ElementBuffer, _ range: Range<Int>
  ) -> Int? {
    let none = Int.max
    let index = macho_last_equal(
      left.pointer, elements.base, elements.stride, range.lowerBound, range.upperBound, none,
      conformance.type, conformance.witnessTable)
    return index == none ? nil : index
  }
}

/// A type and the witness table of one of its conformances.
///
/// SAFETY: `@unchecked Sendable`, because both point to immutable runtime data that is never freed.
private struct Conformance: @unchecked Sendable {
  let type: UnsafeRawPointer
  let witnessTable: UnsafeRawPointer

  // SAFETY: a protocol metatype with one witness table is represented by these two words. The cast
  // keeps the compiler from opening the existential.

  init(_ type: any Equatable.Type) {
    (self.type, witnessTable) = unsafeBitCast(
      type as any Equatable.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
  }

  init(_ type: any Identifiable.Type) {
    (self.type, witnessTable) = unsafeBitCast(
      type as any Identifiable.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
  }
}

/// The `id` of an `Identifiable` type, read from values by address.
package final class IdentityWitness: Sendable {
  /// The type of `id`.
  package let idType: Any.Type
  private let conformance: Conformance
  private let idConformance: Conformance
  private let reader: any IdentityReader

  /// Returns `nil` for a type that is not `Identifiable`.
  package init?(of type: Any.Type) {
    guard let identifiable = type as? any Identifiable.Type else { return nil }
    conformance = Conformance(identifiable)
    func open<Value: Identifiable>(
      _: Value.Type
    ) -> (any Equatable.Type, any IdentityReader) {
      let reader = GenericIdentityReader<Value.ID>()
      return (
        Value.ID.self, Value.ID.self == Int.self ? IntIdentityReader(fallback: reader) : reader
      )
    }
    let (identity, reader) = open(identifiable)
    self.idType = identity
    idConformance = Conformance(identity)
    self.reader = reader
  }

  /// Whether the values at two addresses have equal `id`s.
  package func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    macho_are_identical(
      left.pointer, right.pointer, conformance.type, conformance.witnessTable, idConformance.type,
      idConformance.witnessTable)
  }

  /// Whether different `id`s always have different hashes.
  package var hashesAreExact: Bool { idType == Int.self }

  /// Returns a hash for each element. Equal `id`s have equal hashes.
  package func hashes(of elements: ElementBuffer) -> [Int] {
    reader.hashes(of: elements, conformance)
  }

  /// Returns the `id` of the value at `address`.
  package func identity(at address: ValueAddress) -> Any {
    reader.identity(at: address, conformance)
  }
}

private protocol IdentityReader: Sendable {
  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int]
  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any
}

/// Reads `id`s of type `ID` into a temporary buffer.
private struct GenericIdentityReader<ID: Hashable>: IdentityReader {
  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int] {
    var hashes: [Int] = []
    hashes.reserveCapacity(elements.count)
    withUninitializedID { target in
      for index in 0..<elements.count {
        read(elements[index], conformance, into: target)
        hashes.append(target.pointee.hashValue)
        target.deinitialize(count: 1)
      }
    }
    return hashes
  }

  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any {
    withUninitializedID { target in
      read(address, conformance, into: target)
      return target.move()
    }
  }

  private func withUninitializedID<Result>(_ body: (UnsafeMutablePointer<ID>) -> Result) -> Result {
    // One element was requested, so there is a base address.
    withUnsafeTemporaryAllocation(of: ID.self, capacity: 1) { body($0.baseAddress!) }
  }

  /// Initializes `target` with the `id` of the value at `address`. SAFETY: the reader was made for
  /// the `ID` type of this conformance.
  private func read(
    _ address: ValueAddress, _ conformance: Conformance, into target: UnsafeMutablePointer<ID>
  ) {
    macho_identity(target, address.pointer, conformance.type, conformance.witnessTable)
  }
}

/// Reads `Int` `id`s, which serve as their own hashes.
private struct IntIdentityReader: IdentityReader {
  let fallback: any IdentityReader

  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int] {
    [Int](unsafeUninitializedCapacity: elements.count) { buffer, count in
      // Memory for each element was requested. The base address may be `nil` only without elements.
      guard let base = buffer.baseAddress else { return }
      for index in 0..<elements.count {
        // SAFETY: the conformance's `ID` is `Int`, a trivial type that needs no deinitialization.
        macho_identity(
          base + index, elements[index].pointer, conformance.type, conformance.witnessTable)
      }
      count = elements.count
    }
  }

  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any {
    fallback.identity(at: address, conformance)
  }
}

/// The hash function of a type, called on values in place.
package protocol HashWitness: Sendable {
  /// Returns a hash for each element. Equal elements have equal hashes.
  func hashes(of elements: ElementBuffer) -> [Int]
}

/// Returns the hash function of a `Hashable` type, or `nil` for any other type.
package func makeHashWitness(of type: Any.Type) -> (any HashWitness)? {
  func open<Value: Hashable>(_: Value.Type) -> any HashWitness { GenericHashWitness<Value>() }
  return (type as? any Hashable.Type).map { open($0) }
}

private struct GenericHashWitness<Value: Hashable>: HashWitness {
  func hashes(of elements: ElementBuffer) -> [Int] {
    let base = elements.base.assumingMemoryBound(to: Value.self)
    return (0..<elements.count).map { base[$0].hashValue }
  }
}
