import Testing

@testable import MachoDiff

@Suite struct ExpectationDiffTests {
  private struct Note: Equatable {
    var count: Int
    var text: String
  }

  @Test func `Equal values have no diff`() {
    #expect(expectationDiff(expected: 1, actual: 1) == nil)
  }

  @Test func `Each line has a sign, also those of a string`() throws {
    let text = try #require(
      expectationDiff(
        expected: Note(count: 1, text: "- a\n\n+ b"), actual: Note(count: 2, text: "- a\n\nb")))
    let signs: Set<Character> = ["\u{2212}", "\u{2007}", "+"]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2)
    #expect(lines.count > 4)
    #expect(lines.allSatisfy { line in line.first.map(signs.contains) ?? false })
  }

  @Test func `The legend names the plus`() {
    #expect(
      expectationDiff(expected: 1, actual: 2, actualName: "Received") == """
        \u{2212} 1
        + 2

        (Expected: \u{2212}, Received: +)
        """)
  }
}
