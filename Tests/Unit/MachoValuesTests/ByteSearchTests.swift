import Testing

@testable import MachoValues

@Suite struct ByteSearchTests {
  @Test(
    "the lines of a text are those between line feeds", arguments: ["", "a", "\n", "a\n\nb\r\n"])
  func lines(text: String) {
    let expected = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      ByteSearch.lines(of: text).map { Array($0.utf8) } == expected.map { Array(String($0).utf8) })
  }

  @Test("texts are the same only byte for byte")
  func sameness() {
    #expect(ByteSearch.areSame("", ""))
    #expect(ByteSearch.areSame("aé日", "aé日"))
    #expect(!ByteSearch.areSame("\u{E9}", "e\u{301}"))
    #expect(!ByteSearch.areSame("a", "ab"))
    #expect(!ByteSearch.areSame("a", "b"))
  }

  @Test("a byte is found in a text, in a part of one and at its end")
  func containing() {
    #expect(ByteSearch.contains(0x5C, in: "日\\"))
    #expect(!ByteSearch.contains(0x5C, in: "a\\b".prefix(1)))
    #expect(!ByteSearch.contains(0x5C, in: ""))
    "abca".utf8.withContiguousStorageIfAvailable { bytes in
      #expect(ByteSearch.first(0x61, in: bytes) == 0)
      #expect(ByteSearch.first(0x61, in: bytes, from: 1) == 3)
      #expect(ByteSearch.first(0x61, in: bytes, from: 4) == nil)
      #expect(ByteSearch.first(0x7A, in: bytes) == nil)
    }
  }

  @Test("what is special in a string is a quotation mark, a backslash or a control character")
  func special() {
    for (text, place) in [("ab\"c", 2), ("日\\", 3), ("a\tb", 1), ("日本", 6), ("", 0)] {
      #expect(ByteSearch.firstSpecial(in: Array(text.utf8), from: 0) == place, "\(text)")
    }
    #expect(ByteSearch.firstSpecial(in: Array("\"a\"".utf8), from: 1) == 2)
    #expect(ByteSearch.isPrintableASCII("a ~\"", allowingQuotes: true))
    #expect(!ByteSearch.isPrintableASCII("a\"", allowingQuotes: false))
    for text in ["é", "\u{7F}", "\\", "\n"] {
      #expect(!ByteSearch.isPrintableASCII(text, allowingQuotes: true), "\(text.debugDescription)")
    }
  }
}
