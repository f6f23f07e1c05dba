import Testing

@testable import MachoAgents

@Suite struct ShortTextTests {
  @Test func `a short text stays whole`() {
    #expect("count: 1".shortened(to: 8) == "count: 1")
  }

  @Test func `a long text ends with the number of missing bytes`() {
    #expect("0123456789".shortened(to: 4) == "0123… (6 more bytes)")
  }

  @Test func `a character is not divided`() {
    #expect("é€😀".shortened(to: 6) == "é€… (4 more bytes)")
    #expect("😀".shortened(to: 2) == "… (4 more bytes)")
  }
}
