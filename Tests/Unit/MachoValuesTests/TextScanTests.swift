import MachoValues
import Testing

@Suite struct TextScanTests {
  @Test("open brackets and multi-line strings need more lines")
  func complete() {
    for text in [
      "", "send a(b)", "send a(\"(\")", "x \"a\\\"(\" y", "#\"(\"#", ")", "\"open",
      "a\"\"\"\n(\n\"\"\"",
    ] {
      #expect(TextScan.isComplete(text[...]), "\(text)")
    }
    for text in ["send a(", "[1,", "x \"\"\"\nabc", "f(\")\"", "{", "#\"\"\"\n\"\"\""] {
      #expect(!TextScan.isComplete(text[...]), "\(text)")
    }
  }

  @Test("separators inside brackets and strings are ignored")
  func split() {
    #expect(
      TextScan.split("a(1, 2), \"b, c\", [d, e]", by: ",") == ["a(1, 2)", " \"b, c\"", " [d, e]"])
    #expect(TextScan.split("x(\"->\") -> 3, then 4", by: "->") == ["x(\"->\") ", " 3, then 4"])
    #expect(TextScan.split("", by: ",") == [""])
    #expect(TextScan.offsets(of: ",", in: "é,b") == [2])
  }
}
