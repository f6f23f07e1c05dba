import CMachoMetadata

/// Where a Swift function without parameters leaves its result, by the calling convention of 64-bit
/// processors.
///
/// The scalars in a value determine it: up to four of them are returned in registers, a value with more of
/// them, or one that cannot be moved to a register, in memory. Scalars that share 8 bytes share a register,
/// unless they are numbers with a fraction.
struct ResultConvention: Sendable {
  private enum Place: Sendable {
    case words, numbers, memory
  }

  private let type: Any.Type
  private let place: Place
  private let scalars: [ResultScalar]

  /// Returns `nil` if the place is not known, or if registers of both kinds are needed.
  init?(of type: Any.Type) {
    guard MemoryLayout<Int>.size == 8, Metadata(type).alignment <= 8,
      let scalars = ResultScalar.all(in: type, at: 0)
    else { return nil }
    self.type = type
    self.scalars = scalars
    let numbers = scalars.count { $0.kind == .number }
    let words = Set(scalars.filter { $0.kind == .bits }.flatMap(\.words))
    if scalars.contains(where: { $0.kind == .memory }) || numbers + words.count > 4 {
      place = .memory
    } else if numbers == 0 {
      // Each register has the 8 bytes of its number, from the first of them on.
      guard words.sorted() == Array(0..<words.count),
        words.allSatisfy({ word in scalars.contains { $0.covers(word * 8) } })
      else { return nil }
      place = .words
    } else {
      guard words.isEmpty else { return nil }
      place = .numbers
    }
  }

  /// Calls a function.
  ///
  /// SAFETY: the caller passes the address of a function that returns a value of the type.
  func call(_ function: UInt) throws(MetadataError) -> Any {
    try withStorage(for: type) { storage throws(MetadataError) in
      switch place {
      case .words: copyWords(macho_call_for_words(function), to: storage)
      case .numbers: copyNumbers(macho_call_for_numbers(function), to: storage)
      case .memory: macho_call_into_memory(function, storage)
      }
      return moveValue(type, from: storage)
    }
  }

  private func copyWords(_ words: MachoWords, to storage: UnsafeMutableRawPointer) {
    let size = Metadata(type).size
    withUnsafeBytes(of: words) { bytes in
      UnsafeMutableRawBufferPointer(start: storage, count: size).copyBytes(from: bytes[0..<size])
    }
    // The other bits of a register with a single small scalar are undefined.
    for scalar in scalars where scalar.mask != .max {
      let byte = storage + scalar.range.lowerBound
      byte.storeBytes(of: byte.load(as: UInt8.self) & scalar.mask, as: UInt8.self)
    }
  }

  private func copyNumbers(_ numbers: MachoNumbers, to storage: UnsafeMutableRawPointer) {
    withUnsafeBytes(of: numbers) { bytes in
      for (index, scalar) in scalars.enumerated() {
        let (start, count) = (index * 8, scalar.range.count)
        UnsafeMutableRawBufferPointer(start: storage + scalar.range.lowerBound, count: count)
          .copyBytes(from: bytes[start..<start + count])
      }
    }
  }
}

/// A part of a value that the calling convention does not divide.
private struct ResultScalar: Sendable {
  enum Kind: Sendable {
    /// Any bits but those of a number with a fraction.
    case bits
    /// A number with a fraction.
    case number
    /// It has an address, so the whole value stays in memory.
    case memory
  }

  var kind: Kind
  /// The bytes in the value.
  var range: Range<Int>
  /// The valid bits of a scalar of one byte. Default: all.
  var mask = UInt8.max

  /// The numbers of the groups of 8 bytes that it touches.
  var words: ClosedRange<Int> { range.lowerBound / 8...(range.upperBound - 1) / 8 }

  func covers(_ offset: Int) -> Bool { range.contains(offset) }

  /// Returns the scalars of a type in the order of their offsets. `nil` if they are not known.
  static func all(in type: Any.Type, at offset: Int) -> [Self]? {
    let metadata = Metadata(type)
    let range = offset..<offset + metadata.size
    guard !range.isEmpty else { return [] }
    if type == Double.self || type == Float.self { return [Self(kind: .number, range: range)] }
    if type == Bool.self { return [Self(kind: .bits, range: range, mask: 1)] }
    if type is any FixedWidthInteger.Type {
      return range.count <= 8 ? [Self(kind: .bits, range: range)] : nil
    }
    if type == String.self || type == Character.self || type is any SingleReference.Type {
      return [Self(kind: .bits, range: range)]
    }
    switch TypeKind(of: type) {
    case .classType, .function: return [Self(kind: .bits, range: range)]
    case .existential:
      // Flags: bit 31 is clear if class-bound; bits 24-29 are 1 for `any Error`, which is a reference.
      let flags = UInt32(truncatingIfNeeded: metadata.word(1))
      let isReference = flags & 0x8000_0000 == 0 || (flags >> 24) & 0x3f == 1
      return [Self(kind: isReference ? .bits : .memory, range: range)]
    case .structure:
      return (try? StructSchema.of(type)).flatMap { all(in: $0.properties, at: offset) }
    case .tuple: return all(in: rawTupleElements(of: type), at: offset)
    case .enumeration, .optional: return (try? EnumSchema.of(type)).flatMap { all(in: $0, range) }
    case .metatype, .constrainedExistential, .existentialMetatype, .other: return nil
    }
  }

  private static func all(in fields: [Field], at offset: Int) -> [Self]? {
    var scalars: [Self] = []
    for field in fields {
      switch field.unsupportedReason {
      case nil, .function:
        guard let found = all(in: field.type, at: offset + field.offset) else { return nil }
        scalars += found
      case .weakStorage:
        let start = offset + field.offset
        scalars.append(Self(kind: .memory, range: start..<start + 8))
      default: return nil
      }
    }
    return scalars
  }

  /// An enum with a payload is returned as its bytes, whatever they mean, and one without as its number.
  private static func all(in schema: EnumSchema, _ range: Range<Int>) -> [Self]? {
    let cases = schema.casesByTag
    let payloads = cases.filter { !$0.isIndirect }.compactMap(\.payload)
    guard cases.contains(where: { $0.payload != nil }) else {
      let bits = Int.bitWidth - (cases.count - 1).leadingZeroBitCount
      let mask = range.count == 1 ? UInt8(truncatingIfNeeded: (1 << bits) - 1) : .max
      return [Self(kind: .bits, range: range, mask: mask)]
    }
    if cases.count == 1, let only = payloads.first { return all(in: only, at: range.lowerBound) }
    var isInMemory = false
    for payload in payloads {
      guard let scalars = all(in: payload, at: 0) else { return nil }
      isInMemory = isInMemory || scalars.contains { $0.kind == .memory }
    }
    // Without bytes in a payload, the number of the case may have fewer bits than a byte.
    let isBox = cases.contains(where: \.isIndirect)
    guard isBox || payloads.contains(where: { Metadata($0).size > 0 }) else { return nil }
    return [Self(kind: isInMemory ? .memory : .bits, range: range)]
  }
}

/// A collection of the standard library that is one reference.
private protocol SingleReference {}

extension Array: SingleReference {}
extension ContiguousArray: SingleReference {}
extension Dictionary: SingleReference {}
extension Set: SingleReference {}
