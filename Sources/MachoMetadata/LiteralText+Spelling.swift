extension LiteralText {
  /// Whether a text that is equal by `==` may have other scalars instead of this one: `e` and an accent
  /// look like `é`. Such a scalar is escaped, so that the texts differ visibly.
  static func hasOtherSpelling(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = scalars[index]
    switch scalar.value {
    case ..<0x300, 0x3400..<0xA000, 0xAC00..<0xD7A4:
      // PERFORMANCE: the common scripts, without a look-up of properties.
      return false
    default: break
    }
    if scalar.properties.isFullCompositionExclusion { return true }
    guard index > 0 else { return false }
    let last = scalars[index - 1]
    if isHangul(scalar) { return isHangul(last) }
    let order = scalar.properties.canonicalCombiningClass
    guard order != .notReordered else { return areComposite(last, scalar) }
    // Signs have composites with a stroke: `≠`.
    if scalar == "\u{338}" { return true }
    if order < last.properties.canonicalCombiningClass { return true }
    let start = scalars[..<index].lastIndex {
      $0.properties.canonicalCombiningClass == .notReordered
    }
    guard let start else { return false }
    return hasCompositeLetters(scalars[start]) || areComposite(scalars[start], scalar)
  }

  /// Whether a scalar is a consonant, a vowel or a syllable of Hangul, which compose each other.
  private static func isHangul(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x11FF, 0xAC00..<0xD7A4: true
    default: false
    }
  }

  /// Whether a scalar belongs to a script whose letters with marks are single scalars: Latin, Greek,
  /// Cyrillic and Kana.
  private static func hasCompositeLetters(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xA8, 0xC0...0x52F, 0x1E00...0x1FFF, 0x3041...0x30FF: true
    default: false
    }
  }

  /// Whether two scalars are equal to a single one, in any other script.
  private static func areComposite(_ base: Unicode.Scalar, _ mark: Unicode.Scalar) -> Bool {
    guard base.value >= 0x600 else { return false }
    var text = String.UnicodeScalarView()
    text.append(base)
    text.append(mark)
    return composites.contains(String(text))
  }

  /// The scalars of scripts with composites. Strings are equal, and have the same hash, if their
  /// canonical decompositions are the same.
  private static let composites: Set<String> = {
    let ranges: [ClosedRange<UInt32>] = [0x600...0x1BFF, 0x11000...0x11FFF]
    let scalars = ranges.joined().compactMap { Unicode.Scalar($0) }
    return Set(
      scalars.lazy.filter {
        $0.properties.generalCategory != .unassigned && !$0.properties.isFullCompositionExclusion
      }.map { String($0) })
  }()
}
