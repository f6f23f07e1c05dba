import Testing

@testable import MachoScripting

@Suite struct SourceTextTests {
  @Test(arguments: ["", "a", "a\n", "\n", "a\r\nb", "a\r\nb\n\r\n", "a\rb\n", "\r", "é\n日本"])
  func `Text round-trips`(text: String) throws {
    #expect(bytes(try SourceText(reading: bytes(text)).text) == bytes(text))
  }

  @Test func `LF and CRLF end a line, a lone carriage return does not`() throws {
    let source = try SourceText(reading: bytes("a\r\nb\nc\rd"))
    #expect(source.lines.map(\.text) == ["a", "b", "c\rd"])
    #expect(source.newline == .carriageReturnLineFeed)
  }

  @Test func `Errors for invalid UTF-8 have a line and a column`() {
    let found = errors(bytes: bytes("ok\né") + [0xFF] + bytes("x\nfine\n") + [0xE3, 0x81])
    #expect(found.map(\.code) == [.invalidUTF8, .invalidUTF8])
    #expect(found.map(\.line) == [2, 4])
    #expect(found.map(\.columns) == [2..<3, 0..<1])
    #expect(found[0].message == "invalid UTF-8 byte 0xFF")
  }

  @Test(
    arguments: [[0xEF, 0xBB, 0xBF, 0x61], [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF]] as [[UInt8]])
  func `A byte-order mark is rejected`(start: [UInt8]) {
    #expect(errors(bytes: start).map(\.code) == [.byteOrderMark])
  }
}
