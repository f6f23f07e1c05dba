import CMachoMetadata

/// `==` of one type, for values known by their addresses.
package final class EqualityWitness: Sendable {
  private let conformance: Conformance

  /// Nil for a type without `==`.
  package init?(of type: Any.Type) {
    guard let equatable = type as? any Equatable.Type else { return nil }
    conformance = Conformance(equatable)
  }

  /// Whether the values at two addresses are equal.
  package func areEqual(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    macho_are_equal(left.pointer, right.pointer, conformance.type, conformance.witnessTable)
  }

  /// The first index in the range at which two rows differ; its end for none.
  package func firstDifference(
    _ left: ElementBuffer, _ right: ElementBuffer, in range: Range<Int>
  ) -> Int {
    macho_first_difference(
      left.base, right.base, left.stride, range.lowerBound, range.upperBound, conformance.type,
      conformance.witnessTable)
  }

  /// The last index in the range at which a row has a value equal to the one at `left`.
  package func lastIndex(
    of left: ValueAddress, in row: ElementBuffer, _ range: Range<Int>
  ) -> Int? {
    let none = Int.max
    let index = macho_last_equal(
      left.pointer, row.base, row.stride, range.lowerBound, range.upperBound, none,
      conformance.type, conformance.witnessTable)
    return index == none ? nil : index
  }
}

/// A type and the witnesses of a protocol that it conforms to.
///
/// `@unchecked Sendable`: both point to what the runtime keeps unchanged for ever.
private struct Conformance: @unchecked Sendable {
  let type: UnsafeRawPointer
  let witnessTable: UnsafeRawPointer

  // A metatype of a protocol with one witness table is represented by just these two words. The
  // cast keeps the compiler from opening it.

  init(_ type: any Equatable.Type) {
    (self.type, witnessTable) = unsafeBitCast(
      type as any Equatable.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
  }

  init(_ type: any Identifiable.Type) {
    (self.type, witnessTable) = unsafeBitCast(
      type as any Identifiable.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self)
  }
}

/// The identities of values of one type.
package final class IdentityWitness: Sendable {
  /// The type of the identities.
  package let idType: Any.Type
  private let conformance: Conformance
  private let idConformance: Conformance
  private let reader: any IdentityReader

  /// Nil for a type whose values have no identity.
  package init?(of type: Any.Type) {
    guard let identifiable = type as? any Identifiable.Type else { return nil }
    conformance = Conformance(identifiable)
    func open<Value: Identifiable>(
      _: Value.Type
    ) -> (any Equatable.Type, any IdentityReader) {
      let reader = GenericIdentityReader<Value.ID>()
      return (Value.ID.self, Value.ID.self == Int.self ? IntIdentityReader(others: reader) : reader)
    }
    let (identity, reader) = open(identifiable)
    self.idType = identity
    idConformance = Conformance(identity)
    self.reader = reader
  }

  /// Whether the values at two addresses have the same identity.
  package func areIdentical(_ left: ValueAddress, _ right: ValueAddress) -> Bool {
    macho_are_identical(
      left.pointer, right.pointer, conformance.type, conformance.witnessTable, idConformance.type,
      idConformance.witnessTable)
  }

  /// Whether identities that differ never have the same number.
  package var hashesAreExact: Bool { idType == Int.self }

  /// A number for each element, the same for the same identity.
  package func hashes(of elements: ElementBuffer) -> [Int] {
    reader.hashes(of: elements, conformance)
  }

  /// The identity of the value at `address`.
  package func identity(at address: ValueAddress) -> Any {
    reader.identity(at: address, conformance)
  }
}

private protocol IdentityReader: Sendable {
  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int]
  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any
}

/// Reads identities of one type into room that is made for one.
private struct GenericIdentityReader<ID: Hashable>: IdentityReader {
  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int] {
    var hashes: [Int] = []
    hashes.reserveCapacity(elements.count)
    withUninitializedID { room in
      for index in 0..<elements.count {
        read(elements[index], conformance, into: room)
        hashes.append(room.pointee.hashValue)
        room.deinitialize(count: 1)
      }
    }
    return hashes
  }

  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any {
    withUninitializedID { room in
      read(address, conformance, into: room)
      return room.move()
    }
  }

  private func withUninitializedID<Result>(_ body: (UnsafeMutablePointer<ID>) -> Result) -> Result {
    // One was asked for, so there is a base address.
    withUnsafeTemporaryAllocation(of: ID.self, capacity: 1) { body($0.baseAddress!) }
  }

  /// `id` initializes the room with an `ID`: the reader is made for the type that the conformance
  /// says its identities are of.
  private func read(
    _ address: ValueAddress, _ conformance: Conformance, into room: UnsafeMutablePointer<ID>
  ) {
    macho_identity(room, address.pointer, conformance.type, conformance.witnessTable)
  }
}

/// Reads identities that are numbers, which stand for themselves.
private struct IntIdentityReader: IdentityReader {
  let others: any IdentityReader

  func hashes(of elements: ElementBuffer, _ conformance: Conformance) -> [Int] {
    [Int](unsafeUninitializedCapacity: elements.count) { buffer, count in
      // Room for each element was asked for; none may have no address, and is nothing to read.
      guard let base = buffer.baseAddress else { return }
      for index in 0..<elements.count {
        // As for other identities: the conformance says that it is an `Int`, which has no end.
        macho_identity(
          base + index, elements[index].pointer, conformance.type, conformance.witnessTable)
      }
      count = elements.count
    }
  }

  func identity(at address: ValueAddress, _ conformance: Conformance) -> Any {
    others.identity(at: address, conformance)
  }
}

/// The hashes of values of one type.
package protocol HashWitness: Sendable {
  /// A number for each element, the same for equal elements.
  func hashes(of elements: ElementBuffer) -> [Int]
}

/// The hashes of a type that has them.
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
