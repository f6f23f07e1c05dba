import MachoValues

/// Escapes lines of output so that editors and terminals cannot change them.
///
/// Escaped are a space at the end, control characters, and characters that reorder or hide text.
/// The escape is `\xHH`, or `\x{HHHH}` for more than two hexadecimal digits of the Unicode scalar.
/// A backslash is escaped (`\x5C`) only if it would be read as such an escape. Paths, and strings
/// printed with Swift's own escapes, thus stay readable. `decode(encode(line)) == line`.
package enum OutputEscaping {
  /// Returns a line of output with escapes.
  package static func encode(_ line: String) -> String {
    if isPlain(line) { return line }
    var text = ""
    let scalars = Array(line.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isTrailingSpace = index + 1 == scalars.count && scalar.properties.isWhitespace
      if isTrailingSpace || isUnsafe(scalar)
        || (scalar == "\\" && escape(in: scalars[index...]) != nil)
      {
        text += escaped(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns the line of output for an escaped line. Ignores trailing spaces, which editors may
  /// remove.
  package static func decode(_ text: some StringProtocol) -> String {
    let isLiteral = !ByteSearch.contains(UInt8(ascii: "\\"), in: text)
    if isLiteral, !endsInWhitespace(text) { return String(text) }
    var rest = ArraySlice(text.unicodeScalars)
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    var line = ""
    while let scalar = rest.first {
      if scalar == "\\", let escape = escape(in: rest) {
        line.unicodeScalars.append(escape.scalar)
        rest = rest.dropFirst(escape.length)
      } else {
        line.unicodeScalars.append(scalar)
        rest = rest.dropFirst()
      }
    }
    return line
  }

  /// Whether the last scalar of a line is white space.
  ///
  /// PERFORMANCE: looks up the properties of a scalar only if it is not ASCII. Expected output may
  /// have a hundred thousand lines.
  package static func endsInWhitespace(_ text: some StringProtocol) -> Bool {
    guard let last = text.unicodeScalars.last else { return false }
    if last.isASCII { return last == " " || (0x09...0x0D).contains(last.value) }
    return last.properties.isWhitespace
  }

  /// Returns a line with escapes for control characters except tabs.
  ///
  /// Escapes that the line already contains stay as they are, so the result is for display, not for
  /// `decode`.
  package static func escapingControls(in line: String) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar != "\t" && isUnsafe(scalar) }
    if !line.unicodeScalars.contains(where: isEscaped) { return line }
    return line.unicodeScalars.map { isEscaped($0) ? escaped($0) : String($0) }.joined()
  }

  /// Whether a printed scalar would move the cursor, end the line, be invisible, or reorder its
  /// neighbors. Joiners, selectors and tags of emoji are safe.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x200D, 0x3001..<0x3164, 0x3400..<0xA000,
      0xAC00..<0xD7A4, 0xFE00...0xFE0F, 0xE0020...0xE007F, 0xE0100...0xE01EF:
      false
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a line needs no escapes: printable ASCII without a backslash or a trailing space.
  ///
  /// PERFORMANCE: the common case, decided by bytes alone.
  private static func isPlain(_ line: String) -> Bool {
    var line = line
    return line.withUTF8 { bytes in
      bytes.last != UInt8(ascii: " ") && ByteSearch.isPrintableASCII(bytes, allowingQuotes: true)
    }
  }

  /// Returns the escape of a scalar.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    scalar.value < 0x100
      ? "\\x\(hexadecimal(scalar.value))" : "\\x{\(hexadecimal(scalar.value))}"
  }

  /// Returns the escape at the start of `text`, or `nil` if there is none.
  private static func escape(
    in text: ArraySlice<Unicode.Scalar>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    let (start, end) = (text.startIndex, text.endIndex)
    guard end - start >= 4, text[start] == "\\", text[start + 1] == "x" else { return nil }
    if text[start + 2] != "{" {
      guard let high = text[start + 2].hexDigit, let low = text[start + 3].hexDigit else {
        return nil
      }
      return (Unicode.Scalar(UInt8(high * 16 + low)), 4)
    }
    var value: UInt32 = 0
    var index = start + 3
    while index < end, index < start + 9, let digit = text[index].hexDigit {
      value = value * 16 + digit
      index += 1
    }
    guard index > start + 3, index < end, text[index] == "}", let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, index + 1 - start)
  }
}

extension Unicode.Scalar {
  fileprivate var hexDigit: UInt32? {
    switch self {
    case "0"..."9": value - 0x30
    case "A"..."F": value - 0x41 + 10
    case "a"..."f": value - 0x61 + 10
    default: nil
    }
  }
}

/// Returns at least two upper-case hexadecimal digits.
package func hexadecimal(_ value: UInt32) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return digits.utf8.count < 2 ? "0" + digits : digits
}
