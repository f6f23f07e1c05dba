import CMachoMetadata

/// Where a Swift function without parameters leaves its result.
///
/// Known for types whose place does not depend on their parts: the numbers, strings and collections of the
/// standard library, and enums without payloads. Their values are in one or two registers of one kind.
struct ResultConvention: Sendable {
  private let type: Any.Type
  private let hasFraction: Bool
  /// The valid bits of the first byte. The others of its register are undefined.
  private let mask: UInt8

  /// Returns `nil` if the place is not known.
  init?(of type: Any.Type) {
    guard MemoryLayout<Int>.size == 8 else { return nil }
    if type == Bool.self {
      mask = 1
    } else if type is any ScalarResult.Type {
      mask = .max
    } else {
      guard let mask = Self.mask(ofEnum: type) else { return nil }
      self.mask = mask
    }
    self.type = type
    hasFraction = type is any FractionResult.Type
  }

  /// Returns the valid bits of an enum that is returned as the number of its case.
  private static func mask(ofEnum type: Any.Type) -> UInt8? {
    // The standard library may return its enums in memory.
    guard let cases = try? EnumSchema.of(type).casesByTag, TypeName.module(type) != "Swift",
      cases.count > 1, cases.allSatisfy({ $0.payload == nil }), Metadata(type).size == 1
    else { return nil }
    // The byte of an enum for C is its raw value.
    let isNumbered = try? withStorage(for: type) { storage throws(MetadataError) in
      cases.indices.allSatisfy { number in
        macho_enum_inject(storage, UInt32(number), Metadata(type).pointer)
        // SAFETY: the storage has a byte, as was compared above.
        return Int(storage.load(as: UInt8.self)) == number
      }
    }
    guard isNumbered == true else { return nil }
    return UInt8.max >> UInt8(cases.count - 1).leadingZeroBitCount
  }

  /// Calls a function.
  ///
  /// SAFETY: the caller passes the address of a function that returns a value of the type.
  func call(_ function: UInt) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      // SAFETY: the types are trivial or of one or two words, so both results have all bytes of the storage.
      let size = Metadata(type).size
      let target = UnsafeMutableRawBufferPointer(start: storage, count: size)
      if hasFraction {
        withUnsafeBytes(of: macho_call_for_number(function)) { target.copyBytes(from: $0[..<size]) }
      } else {
        withUnsafeBytes(of: macho_call_for_words(function)) { target.copyBytes(from: $0[..<size]) }
      }
      target[0] &= mask
      return moveValue(type, from: storage)
    }
  }
}

/// A type of the standard library that is returned in registers, whatever its type arguments.
private protocol ScalarResult {}

extension Int: ScalarResult {}
extension Int8: ScalarResult {}
extension Int16: ScalarResult {}
extension Int32: ScalarResult {}
extension Int64: ScalarResult {}
extension UInt: ScalarResult {}
extension UInt8: ScalarResult {}
extension UInt16: ScalarResult {}
extension UInt32: ScalarResult {}
extension UInt64: ScalarResult {}
extension String: ScalarResult {}
extension Character: ScalarResult {}
extension Array: ScalarResult {}
extension ContiguousArray: ScalarResult {}
extension Dictionary: ScalarResult {}
extension Set: ScalarResult {}

/// A number that is returned in a register for fractions.
private protocol FractionResult: ScalarResult {}

extension Double: FractionResult {}
extension Float: FractionResult {}
