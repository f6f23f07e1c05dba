import MachoValues
import Testing

@testable import MachoEditors

@Suite struct ScriptLexerTests {
  private func words(_ text: String) -> [String] {
    let lines = ByteSearch.lines(of: text)
    return ScriptLexer.tokens(of: lines).map { token in
      let bytes = Array(lines[token.line - 1].utf8)[token.columns]
      return "\(token.kind.rawValue) \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test func findsThePartsOfACommand() {
    #expect(
      words("[linux] ! [usage] send f(id: 3, \"a\", $x)") == [
        "decorator [linux]", "decorator ! [usage]", "keyword send", "enumMember f", "property id",
        "number 3", "string \"a\"", "variable $x",
      ])
  }

  @Test func aStringOfSeveralLinesHidesItsWords() {
    #expect(
      words("echo \"\"\"\n$x\n\"\"\" $y") == [
        "keyword echo", "string \"\"\"", "string $x", "string \"\"\"", "variable $y",
      ])
  }

  @Test func aNameInBackticksHidesItsDelimiters() {
    #expect(
      words("send `a\"(`(`$x`: 1)\nsend `#b") == [
        "keyword send", "enumMember `a\"(`", "property `$x`", "number 1", "keyword send",
        "enumMember `", "number #b",
      ])
  }

  @Test func findsDefinitionsAndUses() {
    let text =
      "let a = count\nstate\n|= <b:/.*/>\nsend f($a, @file(\"s\"))\nsource s\n-- s --\nlet c = 1\n-- t --\nlet d = 1"
    let roles = ScriptLexer.tokens(of: ByteSearch.lines(of: text)).compactMap(\.role)
    #expect(
      roles == [
        .definesVariable("a"), .definesVariable("b"), .usesVariable("a"), .usesFile("s"),
        .sourcesFile("s"), .definesSection("s"), .definesVariable("c"), .definesSection("t"),
      ])
  }

  @Test func findsColumnsAndTheValuesOfRows() {
    let text =
      "## cases one\n- a, count\n- \"x\", $b\n- tapped, 3\nsource s with(n: 1)\n-- s --\n"
      + "let c = 1"
    #expect(
      words(text) == [
        "namespace ## cases one", "variable a", "variable count", "string \"x\"", "variable $b",
        "enumMember tapped", "number 3", "keyword source", "string s", "keyword with", "property n",
        "number 1", "namespace s", "keyword let", "variable c", "operator =", "number 1",
      ])
    let roles = ScriptLexer.tokens(of: ByteSearch.lines(of: text)).compactMap(\.role)
    #expect(
      roles == [
        .definesVariable("a"), .definesVariable("count"), .usesVariable("b"), .sourcesFile("s"),
        .definesSection("s"), .definesVariable("c"),
      ])
  }

  @Test func marksRemovedAndAddedLines() {
    #expect(
      words("state\n| - a\n| + b\n|   c\n|...\n|~ x") == [
        "keyword state", "deleted - a", "inserted + b", "macro   c", "macro |...", "regexp ~ x",
      ])
  }

  @Test func acceptsEveryText() {
    for text in ["#", "|", "-- ", "\"", "$", "@", "[", "!", "#\"", "let", "let =", "😀 #\"\"\""] {
      _ = words(text)
      _ = words("send " + text)
    }
  }
}
