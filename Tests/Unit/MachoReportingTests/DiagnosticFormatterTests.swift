import MachoReporting
import MachoSessions
import Testing

@Suite struct DiagnosticTextTests {
  @Test("the output is the line, a caret with the code and message, and a suggestion")
  func whole() {
    let diagnostic = Diagnostic(
      "no-such-case", "Counter has no action 'incrementButonTapped'", at: 5..<25,
      candidates: ["incrementButtonTapped"])
    #expect(
      DiagnosticFormatter.styledLines(for: diagnostic, in: "send incrementButonTapped", 0).map(
        \.text) == [
          "send incrementButonTapped",
          "     ^^^^^^^^^^^^^^^^^^^^ no-such-case: Counter has no action 'incrementButonTapped'",
          "did you mean incrementButtonTapped?",
        ])
  }

  @Test("the caret is below the column, also after wide characters and emoji")
  func wideCharacters() {
    let text = "send 名前(\"🍣\", x)"
    let range = text.utf8.count - 2..<text.utf8.count - 1
    let lines = DiagnosticFormatter.styledLines(
      for: Diagnostic("usage", "no", at: range), in: text[...], 0
    ).map(\.text)
    #expect(lines == [text, String(repeating: " ", count: 16) + "^ usage: no"])
  }

  @Test("the caret is below the column, also after characters that are escaped")
  func escapedCharacters() {
    let text = "count\u{200B}er x"
    let range = text.utf8.count - 1..<text.utf8.count
    let lines = DiagnosticFormatter.styledLines(
      for: Diagnostic("usage", "no", at: range), in: text[...], 0)
    #expect(lines.map(\.text) == [text, String(repeating: " ", count: 16) + "^ usage: no"])
    #expect(Palette.plain.text(lines[0]) == "count\\x{200B}er x")
  }

  @Test("only the wrong line of a multiline command is shown")
  func severalLines() {
    let text = "send add(\n  id: x\n)"
    let lines = DiagnosticFormatter.styledLines(
      for: Diagnostic("usage", "no", at: 16..<17), in: text[...], 0
    ).map(\.text)
    #expect(lines == ["  id: x", "      ^ usage: no"])
  }

  @Test("a long line is truncated around the range")
  func longLine() {
    let text = String(repeating: "a", count: 10_000_000) + "X" + String(repeating: "b", count: 500)
    let range = 10_000_000..<10_000_001
    let lines = DiagnosticFormatter.styledLines(
      for: Diagnostic("usage", "no", at: range), in: text[...], 0
    ).map(\.text)
    #expect(lines[0].count < 200)
    #expect(lines[0].contains("aXb"))
  }

  @Test("the range is extended to a whole replacement character")
  func replacedByte() {
    let text = "send a\u{FFFD}b"
    let lines = DiagnosticFormatter.styledLines(
      for: Diagnostic("usage", "no", at: 6..<7), in: text[...], 0
    ).map(\.text)
    #expect(lines == [text, "      ^ usage: no"])
  }

  @Test("a range outside of the text does not trap")
  func rangeOutside() {
    for range in [90..<95, 4..<400, 0..<0] {
      let lines = DiagnosticFormatter.styledLines(
        for: Diagnostic("usage", "no", at: range), in: "send", 0
      ).map(\.text)
      #expect(lines.count == 2)
    }
  }

  @Test("a diagnostic without a range is its message, followed by its notes")
  func withoutRange() {
    let diagnostic = Diagnostic("no-feature", "no feature is open", notes: ["a", "b\nc"])
    #expect(
      DiagnosticFormatter.styledLines(for: diagnostic, in: "", 0).map(\.text)
        == ["no-feature: no feature is open", "a", "b", "c"])
  }
}
