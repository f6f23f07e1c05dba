import MachoSystem
import Testing

@Suite struct `A layout of two columns` {
  private func layout(_ columns: Int) -> ColumnLayout {
    ColumnLayout(columns: columns) { $0.unicodeScalars.first!.value >= 0x2E80 ? 2 : 1 }
  }

  private func lines(_ rows: [ColumnLayout.Row], columns: Int) -> [String] {
    layout(columns).lines(for: rows).flatMap(\.self)
  }

  private static let actions: [ColumnLayout.Row] = [
    ("addButtonTapped", "opens the sheet for a new contact"), ("deleteTapped(id: UUID)", "asks"),
    ("日本語", "猫の説明 です"), ("closeButtonTapped", ""),
  ]

  @Test func `aligns descriptions and wraps them at words`() {
    #expect(
      lines(Self.actions, columns: 48) == [
        "addButtonTapped         opens the sheet for a",
        "                        new contact",
        "deleteTapped(id: UUID)  asks",
        "日本語                  猫の説明 です",
        "closeButtonTapped",
      ])
  }

  @Test func `places descriptions below their terms in a narrow terminal`() {
    #expect(
      lines(Self.actions, columns: 24) == [
        "addButtonTapped", "    opens the sheet for", "    a new contact",
        "deleteTapped(id: UUID)", "    asks", "日本語", "    猫の説明 です", "closeButtonTapped",
      ])
  }

  @Test func `does not move the column for a long term`() {
    let rows = [
      ("short", "a"), ("destination(PresentationAction<Feature.Destination.Action>)", "b"),
    ]
    #expect(
      lines(rows, columns: 40) == [
        "short  a", "destination(PresentationAction<Feature.", "    Destination.Action>)",
        "       b",
      ])
  }

  @Test(arguments: 1...80)
  func `loses no text and fits every width of six and more`(columns: Int) {
    let rows = Self.actions + [(String(repeating: "長い ", count: 30), "x y"), ("a", "  ")]
    let found = lines(rows, columns: columns)
    for line in found where columns >= 6 {
      let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
      #expect(width <= columns, "\(line)")
    }
    let words = { (text: String) in text.filter { $0 != " " } }
    #expect(words(found.joined()) == words(rows.map { $0.term + $0.description }.joined()))
  }

  @Test func `keeps the indentation of wrapped text`() {
    #expect(
      layout(30).wrap("  key   does one thing or another", indentation: 8)
        == ["  key   does one thing or", "        another"])
    #expect(layout(30).wrap("", indentation: 4) == [""])
    // An indentation that leaves no space is reduced.
    #expect(layout(14).wrap("  key       does it", indentation: 12) == ["  key", "    does it"])
  }
}
