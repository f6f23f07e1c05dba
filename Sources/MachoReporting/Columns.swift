extension Character {
  /// The number of terminal columns of the character: two for wide East Asian characters and emoji.
  package var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    if unicodeScalars.count > 1, unicodeScalars.contains("\u{FE0F}") { return 2 }
    if scalar.properties.isEmojiPresentation { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return Self.wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The ranges that Unicode's East Asian Width lists as wide or full-width.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
