import Testing

@testable import MachoScripting

@Suite struct OutputEscapingTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a ", "a\\x20"), ("   ", "  \\x20"), ("a\tb", "a\\x09b"),
    ("\u{1B}[0m", "\\x1B[0m"), (#""a\nb" \u{20} C:\x"#, #""a\nb" \u{20} C:\x"#),
    (#"\x41"#, #"\x5Cx41"#), (#"\x{41}"#, #"\x5Cx{41}"#), ("a\u{3000}", "a\\x{3000}"),
    ("\u{2028}x", "\\x{2028}x"), ("日本 é", "日本 é"), ("a\nb\r", "a\\x0Ab\\x0D"),
  ])
  func `Only characters that editors or terminals could change are escaped`(
    line: String, written: String
  ) {
    #expect(bytes(OutputEscaping.encode(line)) == bytes(written))
    #expect(bytes(OutputEscaping.decode(written)) == bytes(line))
  }

  @Test func `An invalid escape is plain text`() {
    for text in ["\\x", "\\x4", "\\xg1", "\\x{}", "\\x{110000}", "\\x{D800}", "\\x{1234567}"] {
      #expect(OutputEscaping.decode(text) == text)
      #expect(OutputEscaping.encode(text) == text)
    }
  }

  @Test func `Any line round-trips and has no trailing space that an editor could trim`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let line = generator.hostileLine()
      let written = OutputEscaping.encode(line)
      #expect(bytes(OutputEscaping.decode(written)) == bytes(line))
      #expect(written.unicodeScalars.last?.properties.isWhitespace != true)
      #expect(!written.unicodeScalars.contains(where: OutputEscaping.isUnsafe))
    }
  }

  @Test func `Escaped output matches only the output that it was created from`()
    throws
  {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<3_000 {
      let output = generator.many(1...6) { $0.hostileLine() }
      let expectedOutput = ExpectedOutput(literal: output)
      let text = "send x\n" + expectedOutput.lines.map { $0.raw + "\n" }.joined()
      let step = try #require(try ScriptParser.parse(text).steps.first)
      #expect(step.expectedOutput?.lines == expectedOutput.lines)
      var bindings = CaptureBindings()
      #expect(step.expectedOutput?.match(actual: output, bindings: &bindings) == nil)
      #expect(step.expectedOutput?.match(actual: output + ["x"], bindings: &bindings) != nil)
    }
  }
}
