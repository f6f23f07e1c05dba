import Testing

@testable import MachoReporting

@Suite struct OutputEscapingTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a ", "a\\x20"), ("   ", "  \\x20"), ("a\tb", "a\\x09b"),
    ("\u{1B}[0m", "\\x1B[0m"), (#""a\nb" \u{20} C:\x"#, #""a\nb" \u{20} C:\x"#),
    (#"\x41"#, #"\x5Cx41"#), (#"\x{41}"#, #"\x5Cx{41}"#), ("a\u{3000}", "a\\x{3000}"),
    ("count\u{200B}er", "count\\x{200B}er"), ("\u{AD}\u{2060}", "\\xAD\\x{2060}"),
    ("\u{115F}\u{3164}\u{FFF9}", "\\x{115F}\\x{3164}\\x{FFF9}"),
    ("👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("\u{2028}x", "\\x{2028}x"), ("日本 é", "日本 é"), ("a\nb\r", "a\\x0Ab\\x0D"),
  ])
  func `Only characters that editors or terminals could change are escaped`(
    line: String, written: String
  ) {
    #expect(Array(OutputEscaping.encode(line).utf8) == Array(written.utf8))
    #expect(Array(OutputEscaping.decode(written).utf8) == Array(line.utf8))
  }

  @Test func `An invalid escape is plain text`() {
    for text in ["\\x", "\\x4", "\\xg1", "\\x{}", "\\x{110000}", "\\x{D800}", "\\x{1234567}"] {
      #expect(OutputEscaping.decode(text) == text)
      #expect(OutputEscaping.encode(text) == text)
    }
  }

  @Test func `White space at the end of a line is what Unicode says`() {
    for value in (0...0x3100 as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isWhitespace = OutputEscaping.endsInWhitespace("a\(scalar)")
      #expect(isWhitespace == scalar.properties.isWhitespace, "\(value)")
    }
    #expect(!OutputEscaping.endsInWhitespace(""))
  }

  @Test func `A colored line has escapes for its own control characters`() {
    let line = StyledLine("+ \u{1B}[0m", .added)
    #expect(Palette(isColored: true).text(line) == "\u{1B}[32m+ \\x1B[0m\u{1B}[0m")
    #expect(Palette.plain.text(line) == "+ \\x1B[0m")
  }
}
