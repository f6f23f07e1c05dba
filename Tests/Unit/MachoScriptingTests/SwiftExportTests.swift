import Testing

@testable import MachoScripting

@Suite struct SwiftExportTests {
  @Test func `Every kind of newline starts a new comment line in an exported test`() {
    #expect(
      SwiftExport.comment("a\nb\r\nc\u{2028}d\r\re")
        == ["// a", "// b", "// c", "// d", "//", "// e"])
  }

  @Test func `A variable name is never a keyword`() {
    var names = SwiftNames()
    #expect(names.unique("in") == "in2")
    #expect(names.unique("in") == "in3")
    #expect(SwiftNames.functionName("default") == "`default`")
  }

  @Test func `A duration in nanoseconds is clamped to the range of Int`() {
    #expect(Duration.seconds(2).wholeNanoseconds == 2_000_000_000)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(-Int64.max).wholeNanoseconds == .min)
  }
}
