extension SourceIdentifier {
  /// Whether a name is written in backticks everywhere, because its characters are not those of an
  /// identifier. A keyword is an identifier.
  package static func isRaw(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, !(0x30...0x39).contains(first) else { return true }
    guard !name.allSatisfy(isASCIINameByte) else { return false }
    let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
    return scalars.first.map(isCombining) ?? true || !scalars.allSatisfy(continuesName)
  }

  private static func isASCIINameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: false
    }
  }

  /// Whether an identifier may contain a scalar, by Swift's grammar.
  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80: isASCIINameByte(UInt8(truncatingIfNeeded: scalar.value))
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
      0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D, 0x202A...0x202E,
      0x203F...0x2040, 0x2054, 0x2060...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF,
      0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D,
      0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
      true
    case 0x10000...0xEFFFD: scalar.value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  /// Whether an identifier may contain a scalar, but not begin with it.
  private static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
