import MachoLocks
import Testing

@testable import MachoTerminal

@Suite struct `A completion` {
  private func plan(_ line: String, _ texts: String..., from start: Int = 0) -> CompletionPlan {
    CompletionPlan(
      CompletionRequest(line: line, cursor: line.utf8.count),
      texts.map { CompletionItem(replacing: start..<line.utf8.count, text: $0) })
  }

  @Test func `of one item is an edit without a menu`() {
    let plan = plan("send inc", "increment", from: 5)
    #expect(plan.edit == .init(range: 5..<8, text: "increment"))
    #expect(plan.menu.isEmpty)
    let described = CompletionItem(replacing: 0..<3, text: "increment", detail: "one more")
    #expect(CompletionPlan(CompletionRequest(line: "inc", cursor: 3), [described]).menu.isEmpty)
  }

  @Test func `of several items inserts their common prefix`() {
    #expect(plan("fa", "factButton", "factResponse(").edit?.text == "fact")
    #expect(plan("fact", "factButton", "factResponse(").edit == nil)
    #expect(plan("fact", "factButton", "factResponse(").menu.count == 2)
    #expect(plan("", "a", "b").edit == nil)
    #expect(plan("", "日本", "日曜").edit?.text == "日")
    // A flag is one character, even if two flags share their first scalar.
    #expect(plan("", "🇯🇵", "🇯🇲").edit == nil)
  }

  @Test func `never removes typed text`() {
    #expect(plan("incr", "decrement", "increment").edit == nil)
  }

  @Test func `of items with different ranges only shows the menu`() {
    let items = [
      CompletionItem(replacing: 0..<1, text: "ab"), CompletionItem(replacing: 1..<1, text: "ab"),
    ]
    let plan = CompletionPlan(CompletionRequest(line: "a", cursor: 1), items)
    #expect(plan.edit == nil)
    #expect(plan.menu == items)
  }

  @Test(arguments: [0..<9, -1..<1, 1..<3, 0..<2])
  func `ignores an item whose range is out of bounds`(range: Range<Int>) {
    let request = CompletionRequest(line: "日", cursor: 3)
    let plan = CompletionPlan(request, [CompletionItem(replacing: range, text: "x")])
    #expect(plan == CompletionPlan(request, []))
  }
}

@Suite struct `A suggestion` {
  private func suggestion(_ line: String, _ texts: String..., from start: Int) -> String {
    let request = CompletionRequest(line: line, cursor: line.utf8.count)
    let items = texts.map { CompletionItem(replacing: start..<line.utf8.count, text: $0) }
    return Hint(for: request, completions: items, text: nil).suggestion
  }

  @Test func `is the rest of the first completion`() {
    #expect(suggestion("send inc", "increment", "income", from: 5) == "rement")
    #expect(suggestion("日", "日本", from: 0) == "本")
  }

  @Test func `requires the beginning of a word`() {
    // The text after a blank is described by a hint instead.
    #expect(suggestion("send ", "increment", from: 5) == "")
    // A correction is not a continuation.
    #expect(suggestion("send icn", "increment", from: 5) == "")
    #expect(suggestion("send increment", "increment", from: 5) == "")
    #expect(suggestion("x", from: 0) == "")
  }
}

@Suite struct `A completion menu` {
  init() { _ = CharacterLocale.isUTF8 }

  private func menu(
    _ items: [(String, String)], columns: Int = 40, rows: Int = 24
  ) -> [String] {
    let items = items.map { CompletionItem(replacing: 0..<0, text: "x", title: $0.0, detail: $0.1) }
    return CompletionMenu(items: items).rows(columns: columns, limit: rows)
  }

  @Test func `aligns the details, wide characters included`() {
    #expect(
      menu([("increment", ""), ("fact(", "(Int)"), ("日本", "(String)")])
        == ["increment", "fact(   (Int)", "日本    (String)"])
  }

  @Test func `is never wider than the terminal`() {
    let rows = menu(
      [("increment", String(repeating: "長い", count: 10)), (String(repeating: "x", count: 60), "y")])
    #expect(
      rows == [
        "increment   長い長い長い長い長い長い長",
        "            い長い長い長い",
        String(repeating: "x", count: 39), "    " + String(repeating: "x", count: 21),
        "            y",
      ])
    #expect(rows.allSatisfy { displayWidth($0) < 40 })
  }

  @Test func `is a grid, sorted by column, if there are no details`() {
    let items = ["a", "bb", "日本", "dddd", "e"].map { ($0, "") }
    #expect(menu(items, columns: 18) == ["a     日本  e", "bb    dddd"])
    #expect(menu(items, columns: 5) == ["a", "bb", "日本", "dddd", "e"])
  }

  @Test func `counts the rows that do not fit the screen`() {
    let rows = menu((1...30).map { ("item \($0)", "Int") }, rows: 10)
    #expect(rows.count == 10)
    #expect(rows.last == "... and 21 more rows")
    #expect(menu([("a", "b"), ("c", "d")], rows: 0) == [])
    #expect(menu([("a", "b"), ("c", "d")], rows: 1) == ["... and 2 more rows"])
    // An item is never shown in part.
    let wrapped = String(repeating: "word ", count: 12)
    #expect(menu([("a", "b"), ("c", wrapped)], rows: 3).map { $0.prefix(1) } == ["a", "c", " "])
    #expect(menu([("a", "b"), ("c", wrapped)], rows: 2) == ["a   b", "... and 1 more rows"])
  }

  @Test func `uses one row per item`() {
    #expect(menu([("a\nb", "c\td")]) == ["a b   c d"])
  }
}

@Suite struct `The rows of a text` {
  init() { _ = CharacterLocale.isUTF8 }

  @Test(arguments: [
    ("", 0), ("abc", 0), ("abcd", 1), ("abcde", 1), ("日本", 1), ("a日本", 1), ("abc日", 1),
    ("a\nb", 1), ("a\tb", 1), ("abc\u{1}", 1), ("\n\n", 2),
  ])
  func `are counted as wrapped by a terminal of four columns`(text: String, rows: Int) {
    #expect(cursorRow(after: text.unicodeScalars, columns: 4) == rows)
  }
}
