import Testing

@testable import MachoScripting

@Suite struct SwiftExportTests {
  @Test func `No kind of newline ends a comment in an exported test`() {
    #expect(
      SwiftExport.comment("a\nb\r\nc\u{2028}d\r\re")
        == ["// a", "// b", "// c", "// d", "//", "// e"])
  }

  @Test func `A name is never a keyword`() {
    var names = SwiftNames()
    #expect(names.unique("in") == "in2")
    #expect(names.unique("in") == "in3")
    #expect(SwiftNames.functionName("default") == "`default`")
  }

  @Test func `A time is never more than a number can say`() {
    #expect(Duration.seconds(2).wholeNanoseconds == 2_000_000_000)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(-Int64.max).wholeNanoseconds == .min)
  }
}
