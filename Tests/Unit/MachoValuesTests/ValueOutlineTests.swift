import Testing

@testable import MachoValues

@Suite struct ValueOutlineTests {
  @Test func listsTheParts() throws {
    let text = "State(count: 1, rows: [Row(id: 2), .empty], names: [\"a\": nil])"
    let outline = try #require(ValueOutline(text))
    let parts = outline.parts()
    #expect(parts.map(\.name) == ["count", "rows", "names"])
    #expect(parts.map(\.hasParts) == [false, true, true])
    #expect(parts.map(\.isSubscript) == [false, false, false])
    let bytes = Array(text.utf8)
    #expect(String(decoding: bytes[parts[0].range], as: UTF8.self) == "1")
    let rows = outline.parts(in: parts[1].range)
    #expect(rows.map(\.name) == ["[0]", "[1]"])
    #expect(rows.map(\.isSubscript) == [true, true])
    #expect(outline.parts(in: rows[0].range).map(\.name) == ["id"])
    let names = outline.parts(in: parts[2].range)
    #expect(names.map(\.name) == ["[\"a\"]"])
    #expect(names.map(\.isSubscript) == [true])
  }

  @Test func aValueWithoutPartsHasNone() throws {
    #expect(try #require(ValueOutline("3")).parts().isEmpty)
    #expect(ValueOutline("State(") == nil)
  }
}
