/// The text of string literals. No character in it is invisible, looks like a space or is composed in an
/// unusual way, so two strings that differ have texts that differ visibly.
package enum LiteralText {
  /// Returns a string as a literal on one line.
  package static func quoted(_ string: String) -> String {
    var text = "\""
    let scalars = Array(string.unicodeScalars)
    var joins = true
    for (index, scalar) in scalars.enumerated() {
      // A combining character would join the quotation mark or the escape before it.
      let isEscaped = needsEscape(scalars, index) || joins && scalar.properties.isGraphemeExtend
      switch scalar {
      case _ where isEscaped: text += escape(scalar)
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      default: text.unicodeScalars.append(scalar)
      }
      joins = isEscaped
    }
    return text + "\""
  }

  /// Returns the lines of a `"""` literal and its number of `#`. Line feeds separate the lines; a
  /// trailing space is escaped, because editors remove it.
  package static func lines(of strings: String...) -> (hashes: Int, lines: [[String]]) {
    let all = strings.map { Array($0.unicodeScalars) }
    let hashes = all.map { hashCount($0, quotes: 3) }.max() ?? 0
    return (hashes, all.map { scalars in lines(of: scalars, hashes) })
  }

  private static func lines(of scalars: [Unicode.Scalar], _ hashes: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\n" {
        lines.append(line)
        line = ""
        continue
      }
      let isLast = index + 1 == scalars.count || scalars[index + 1] == "\n"
      let joins = line.isEmpty && scalar.properties.isGraphemeExtend
      if needsEscape(scalars, index) || joins || isLast && scalar.properties.isWhitespace {
        line += escape(scalar, hashes: hashes)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return lines + [line]
  }

  /// Returns the number of `#` signs of a raw literal on one line. `nil` if the string needs
  /// escapes, or more signs than literals may have.
  package static func rawHashCount(_ string: String) -> Int? {
    let scalars = Array(string.unicodeScalars)
    if scalars.first?.properties.isGraphemeExtend == true { return nil }
    guard !scalars.indices.contains(where: { needsEscape(scalars, $0) }) else { return nil }
    let count = max(hashCount(scalars, quotes: 1), 1)
    return count <= maximumHashCount ? count : nil
  }

  /// The number of `#` signs that a literal may have.
  package static let maximumHashCount = 15

  /// Whether a literal of the string on one line contains an escape for an invisible character, or for
  /// one with another spelling.
  package static func hasInvisible(_ string: String) -> Bool {
    let scalars = Array(string.unicodeScalars)
    return scalars.indices.contains { needsEscape(scalars, $0) && !isSimple(scalars[$0]) }
  }

  /// Returns the number of `#` signs with which no quotation marks in the text end the literal, and
  /// no backslash begins an escape.
  private static func hashCount(_ scalars: [Unicode.Scalar], quotes: Int) -> Int {
    var most = 0
    var run = 0
    for (index, scalar) in scalars.enumerated() {
      run = scalar == "\"" ? run + 1 : 0
      guard scalar == "\\" || run >= quotes else { continue }
      most = max(most, 1 + scalars[(index + 1)...].prefix { $0 == "#" }.count)
    }
    return most
  }

  // MARK: Escapes

  /// Returns the escape of a scalar in a literal with a number of `#`.
  private static func escape(_ scalar: Unicode.Scalar, hashes: Int = 0) -> String {
    "\\" + String(repeating: "#", count: hashes) + letters(of: scalar)
  }

  private static func letters(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "n"
    case "\r": return "r"
    case "\t": return "t"
    case "\0": return "0"
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let width = scalar.isASCII ? 2 : 4
      return "u{\(String(repeating: "0", count: max(width - digits.utf8.count, 0)))\(digits)}"
    }
  }

  /// Whether an escape by a letter exists.
  private static func isSimple(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\t", "\0": true
    default: false
    }
  }

  private static func needsEscape(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let scalar = scalars[index]
    if scalar == "\\" { return beginsOutputEscape(scalars[(index + 1)...]) }
    return isInvisible(scalar) && !isPartOfEmoji(scalars, index)
      || hasOtherSpelling(scalars, index)
  }

  /// Whether a backslash before the text would read as an escape of a line of output, `\x41` or
  /// `\x{41}`.
  private static func beginsOutputEscape(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    guard rest.first == "x" else { return false }
    let digits = rest.dropFirst().prefix(2)
    return digits.first == "{" || digits.count == 2 && digits.allSatisfy(\.properties.isHexDigit)
  }

  /// Whether a joiner or a variation selector is visible, because it shapes an emoji.
  private static func isPartOfEmoji(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index > 0 else { return false }
    let (scalar, last) = (scalars[index], scalars[index - 1])
    func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.isASCII && scalar.properties.isEmoji || scalar == "\u{fe0f}"
    }
    switch scalar {
    case "\u{200d}":
      return isEmoji(last) && index + 1 < scalars.count && isEmoji(scalars[index + 1])
        && scalars[index + 1] != "\u{fe0f}"
    case "\u{fe0f}":
      let isKeycap = index + 1 < scalars.count && scalars[index + 1] == "\u{20e3}"
      return (isEmoji(last) && last != "\u{fe0f}") || isKeycap && last.properties.isEmoji
    default: return false
    }
  }

  /// Whether a scalar has no glyph, or one that looks like that of the space.
  package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x3001..<0x3164, 0x3400..<0xA000, 0xAC00..<0xD7A4:
      // PERFORMANCE: the common scripts, without a look-up of properties.
      return false
    case 0x3000:
      // The ideographic space is as wide as a letter.
      return false
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
      .privateUse, .surrogate:
      return true
    // The blank pattern of Braille.
    default: return scalar.value == 0x2800
    }
  }
}
