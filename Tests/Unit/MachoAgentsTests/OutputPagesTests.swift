import Testing

@testable import MachoAgents

@Suite struct OutputPagesTests {
  @Test func aShortTextIsOnePage() {
    let page = OutputPages().page("count: 1")
    #expect(page == OutputPages.Page(text: "count: 1"))
  }

  @Test func pagesEndAtLinesAndTogetherAreTheText() throws {
    let pages = OutputPages()
    let text = (0..<5_000).map { "line \($0)\n" }.joined()
    var page = pages.page(text)
    var whole = page.text
    while let cursor = page.cursor {
      #expect(page.text.hasSuffix("\n"))
      #expect(page.remaining == text.utf8.count - whole.utf8.count)
      page = try #require(pages.page(at: cursor))
      whole += page.text
    }
    #expect(whole == text)
  }

  @Test func `a tool can have shorter pages`() throws {
    let pages = OutputPages()
    let first = pages.page("one\ntwo\nthree\n", size: 8)
    #expect(first.text == "one\ntwo\n" && first.remaining == 6)
    let cursor = try #require(first.cursor)
    #expect(pages.page(at: cursor, size: 8)?.text == "three\n")
  }

  @Test func aLongLineIsNotCutWithinACharacter() throws {
    let pages = OutputPages()
    let text = String(repeating: "é€😀", count: 4_000)
    var page = pages.page(text)
    var whole = page.text
    while let cursor = page.cursor {
      page = try #require(pages.page(at: cursor))
      whole += page.text
    }
    #expect(whole == text)
  }

  @Test func aCursorCanBeUsedAgainAndAnUnknownOneHasNoPage() throws {
    let pages = OutputPages()
    let cursor = try #require(pages.page(String(repeating: "x\n", count: 20_000)).cursor)
    let first = pages.page(at: cursor)?.text
    #expect(first == pages.page(at: cursor)?.text)
    #expect(pages.page(at: "99") == nil)
    #expect(pages.page(at: "x") == nil)
  }
}
