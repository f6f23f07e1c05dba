import Testing

@testable import MachoScripting

@Suite struct PendingFileTests {
  private let script = bytes("feature lamp\nsend toggle\n")
  private let text = bytes("feature lamp\nsend toggle\n| - off\n| + on\n")

  @Test func `What is written reads back, and belongs to one script`() throws {
    let file = PendingFile(of: script, becoming: text)
    let read = try #require(PendingFile(reading: file.bytes))
    #expect(read == file)
    #expect(read.text == text)
    #expect(read.isBased(of: script))
    #expect(!read.isBased(of: text))
    #expect(!read.isBased(of: []))
  }

  @Test func `It is a script, whose first line is a comment`() throws {
    let written = try ScriptParser.parse(PendingFile(of: script, becoming: text).bytes)
    #expect(written.steps.map(\.text) == ["feature lamp", "send toggle"])
  }

  @Test func `A file that lost or changed a byte anywhere is not read`() {
    let bytes = PendingFile(of: script, becoming: text).bytes
    let origin = 12..<28
    for index in bytes.indices {
      // Which script it was made from is compared with that script.
      if origin.contains(index) { continue }
      var changed = bytes
      changed[index] ^= 1
      #expect(PendingFile(reading: changed) == nil, "byte \(index)")
      #expect(PendingFile(reading: Array(bytes[..<index])) == nil, "cut at \(index)")
    }
    #expect(PendingFile(reading: bytes + [10]) == nil)
    #expect(PendingFile(reading: script) == nil)
    #expect(PendingFile(reading: []) == nil)
  }

  @Test func `Bytes that are no text have a hash of their own`() {
    #expect(FNV1aHasher([0xC0]).text != FNV1aHasher([0xC1]).text)
    #expect(FNV1aHasher([UInt8]()).text != FNV1aHasher([0]).text)
  }
}
