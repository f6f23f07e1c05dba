import MachoSystem
import Testing

@Suite struct TerminalStylesTests {
  @Test(arguments: [
    ("plain [0m", "plain [0m"),
    ("/a.swift:3:5: \u{1B}[1;31merror: \u{1B}[1;39mno x\u{1B}[0;0m", "/a.swift:3:5: error: no x"),
    ("[#\u{1B}]8;;https://a.b/c\u{1B}\\Group\u{1B}]8;;\u{1B}\\]", "[#Group]"),
    ("\u{1B}]8;;https://a.b\u{07}x\u{1B}]8;;\u{07}", "x"),
  ])
  func `Styles and links are removed`(text: String, expected: String) {
    #expect(text.withoutTerminalStyles == expected)
  }
}
