import Testing

@testable import MachoScripting

@Suite struct PendingFileTests {
  private let script = bytes("feature lamp\nsend toggle\n")
  private let text = bytes("feature lamp\nsend toggle\n| - off\n| + on\n")

  @Test func `A file round-trips and belongs to one version of a script`() throws {
    let file = PendingFile(of: script, becoming: text)
    let read = try #require(PendingFile(reading: file.bytes))
    #expect(read == file)
    #expect(read.text == text)
    #expect(read.isBased(on: script))
    #expect(!read.isBased(on: text))
    #expect(!read.isBased(on: []))
  }

  @Test func `The file is a script whose first line is a comment`() throws {
    let written = try ScriptParser.parse(PendingFile(of: script, becoming: text).bytes)
    #expect(written.steps.map(\.text) == ["feature lamp", "send toggle"])
  }

  @Test func `A file with a missing or changed byte is rejected`() {
    let bytes = PendingFile(of: script, becoming: text).bytes
    let origin = 12..<28
    for index in bytes.indices {
      // The hash of the original script is checked only against that script.
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

  @Test func `Different invalid UTF-8 bytes have different hashes`() {
    #expect(FNV1aHasher([0xC0]).text != FNV1aHasher([0xC1]).text)
    #expect(FNV1aHasher([UInt8]()).text != FNV1aHasher([0]).text)
  }
}
