import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct EscapedOutputTests {
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
      let actual = output.map { OutputLine($0) }
      #expect(step.expectedOutput?.match(actual: actual, bindings: &bindings) == nil)
      #expect(step.expectedOutput?.match(actual: actual + ["x"], bindings: &bindings) != nil)
    }
  }
}
