import Testing

@testable import MachoScripting

@Suite struct SourceTextTests {
  @Test(arguments: ["", "a", "a\n", "\n", "a\r\nb", "a\r\nb\n\r\n", "a\rb\n", "\r", "é\n日本"])
  func `Text that is read and written is the same`(text: String) throws {
    #expect(bytes(try SourceText(reading: bytes(text)).text) == bytes(text))
  }

  @Test func `Both line endings are read as one, a lone carriage return as text`() throws {
    let source = try SourceText(reading: bytes("a\r\nb\nc\rd"))
    #expect(source.lines.map(\.text) == ["a", "b", "c\rd"])
    #expect(source.newline == .carriageReturnLineFeed)
  }

  @Test func `Bytes that are not UTF-8 are named with their line and column`() {
    let found = errors(bytes: bytes("ok\né") + [0xFF] + bytes("x\nfine\n") + [0xE3, 0x81])
    #expect(found.map(\.code) == [.invalidUTF8, .invalidUTF8])
    #expect(found.map(\.line) == [2, 4])
    #expect(found.map(\.columns) == [2..<3, 0..<1])
    #expect(found[0].message == "byte 0xFF is not UTF-8 here")
  }

  @Test(
    arguments: [[0xEF, 0xBB, 0xBF, 0x61], [0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF]] as [[UInt8]])
  func `A byte-order mark is refused`(start: [UInt8]) {
    #expect(errors(bytes: start).map(\.code) == [.byteOrderMark])
  }
}
