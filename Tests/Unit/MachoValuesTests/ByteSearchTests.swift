import Testing

@testable import MachoValues

@Suite struct ByteSearchTests {
  @Test(
    "lines are separated by line feeds only", arguments: ["", "a", "\n", "a\n\nb\r\n"])
  func lines(text: String) {
    let expected = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      ByteSearch.lines(of: text).map { Array($0.utf8) } == expected.map { Array(String($0).utf8) })
  }

  @Test("texts are equal only if their bytes are equal")
  func sameness() {
    #expect(ByteSearch.areSame("", ""))
    #expect(ByteSearch.areSame("aé日", "aé日"))
    #expect(!ByteSearch.areSame("\u{E9}", "e\u{301}"))
    #expect(!ByteSearch.areSame("a", "ab"))
    #expect(!ByteSearch.areSame("a", "b"))
  }

  @Test("finds a byte in a text, in a substring and at the end")
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

  @Test("quotation marks, backslashes and control characters are special in a string")
  func special() {
    for (text, index) in [("ab\"c", 2), ("日\\", 3), ("a\tb", 1), ("日本", 6), ("", 0)] {
      #expect(ByteSearch.firstSpecial(in: Array(text.utf8), from: 0) == index, "\(text)")
    }
    #expect(ByteSearch.firstSpecial(in: Array("\"a\"".utf8), from: 1) == 2)
    #expect(ByteSearch.isPrintableASCII("a ~\"", allowingQuotes: true))
    #expect(!ByteSearch.isPrintableASCII("a\"", allowingQuotes: false))
    for text in ["é", "\u{7F}", "\\", "\n"] {
      #expect(!ByteSearch.isPrintableASCII(text, allowingQuotes: true), "\(text.debugDescription)")
    }
  }

  @Test("each special byte is found at each place, in any surroundings")
  func places() {
    for surroundings in [UInt8(ascii: "a"), 0x20, 0x21, 0x5B, 0x7E] {
      for byte in UInt8.min...UInt8.max {
        let isSpecial = byte < 0x20 || [0x22, 0x5C].contains(byte)
        for place in 0..<20 {
          var bytes = [UInt8](repeating: surroundings, count: 20)
          bytes[place] = byte
          #expect(ByteSearch.firstSpecial(in: bytes, from: 0) == (isSpecial ? place : 20))
          bytes.withUnsafeBufferPointer { buffer in
            let isPrintable = 0x20...0x7E ~= byte && byte != 0x5C
            #expect(ByteSearch.isPrintableASCII(buffer, allowingQuotes: true) == isPrintable)
            #expect(
              ByteSearch.firstSpecialOfJSON(in: buffer, from: 0)
                == (isSpecial || byte == 0xE2 ? place : 20))
          }
        }
      }
    }
  }
}
