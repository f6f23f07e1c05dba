import MachoSessions
import Testing

/// Characters that resemble a part of the language. Input methods and word processors insert them.
@Suite struct LookAlikeTests {
  private func failure(_ line: String) -> Diagnostic? {
    let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)
    _ = session.run("feature tally")
    return session.run(line).failure
  }

  @Test(arguments: [
    ("send\u{3000}ask", "write a space instead of the full-width space (U+3000) after 'send'"),
    (
      "\u{3000}send ask",
      "write a space instead of the full-width space (U+3000) at the start of the line"
    ),
    ("send\u{A0}ask", "write a space instead of the Unicode space (U+00A0) after 'send'"),
    ("send\u{2003}ask", "write a space instead of the Unicode space (U+2003) after 'send'"),
    ("send ask\u{3000}", "write a space instead of the full-width space (U+3000) after 'ask'"),
    ("send a\u{200B}sk", "delete the invisible character (U+200B) after 'a'"),
    ("expect note == “x”", "write '\"' instead of '“' (U+201C)"),
    ("expect note == 「x」", "write '\"' instead of '「' (U+300C)"),
    ("expect note == ’x’", "write '\"' instead of '’' (U+2019)"),
    ("send add（3)", "write '(' instead of '（' (U+FF08)"),
    ("start State(count：3)", "write ':' instead of '：' (U+FF1A)"),
    ("start State(count: 3、note: nil)", "write ',' instead of '、' (U+3001)"),
    ("send add(３)", "write '3' instead of '３' (U+FF13)"),
    ("send ａsk", "write 'a' instead of 'ａ' (U+FF41)"),
    ("send add(−3)", "write '-' instead of '−' (U+2212)"),
    ("stub uuid → incrementing", "write '->' instead of '→' (U+2192)"),
    ("expect count ≧ 3", "write '>=' instead of '≧' (U+2267)"),
    ("expect count ≥ 3", "write '>=' instead of '≥' (U+2265)"),
    ("！ send nothing", "write '!' instead of '！' (U+FF01)"),
    ("＃ a comment", "write '#' instead of '＃' (U+FF03)"),
    ("｜ (No state changes)", "write '|' instead of '｜' (U+FF5C)"),
    ("[linux】 send ask", "write ']' instead of '】' (U+3011)"),
    ("【linux] send ask", "write '[' instead of '【' (U+3010)"),
  ])
  func `The error names a character that resembles one of the language`(
    line: String, note: String
  ) throws {
    let error = try #require(failure(line))
    #expect(error.notes.first == note, "\(error)")
  }

  @Test(arguments: [
    ("send\u{3000}ask", ["send ask"]), ("send ask\u{3000}", ["ask"]),
    ("send a\u{200B}sk", ["ask"]), ("expect note == “x”", ["\"x\""]), ("send add(３)", ["3"]),
    ("expect count ≥ 3", [">="]),
  ])
  func `The first suggestion is the text without them`(line: String, candidates: [String]) {
    #expect(failure(line)?.candidates == candidates)
  }

  @Test(arguments: ["expect note == \"（全角）\u{3000}“x”\"", "expect count == 3"])
  func `A failed assertion and the text of a string are not about them`(line: String) {
    let notes = failure(line)?.notes.joined() ?? ""
    #expect(!notes.contains("U+"))
  }

  @Test func `A line that passes may have them in its text`() {
    #expect(failure("echo 全角\u{3000}（文字）") == nil)
  }

  @Test func `A check of types names them, too`() throws {
    let error = try Line(parsing: "send add(３)").typeError(in: TallyFeature())
    #expect(error?.notes == ["write '3' instead of '３' (U+FF13)"])
  }
}
