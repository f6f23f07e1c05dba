import MachoSystem

/// The menu of completions below the line: the items with their details in a column, or a grid if no
/// item has a detail.
struct CompletionMenu: Equatable {
  let items: [CompletionItem]

  /// Returns at most `limit` rows, each narrower than a terminal of `columns` columns.
  func rows(columns: Int, limit: Int) -> [String] {
    guard limit > 0 else { return [] }
    let rows = items.contains { !$0.detail.isEmpty } ? described(columns) : grid(columns)
    let lines = rows.flatMap(\.self)
    guard lines.count > limit else { return lines }
    // Only whole items, and a row that counts the others.
    var available = limit - 1
    let shown = rows.prefix { row in
      available -= row.count
      return available >= 0
    }
    let summary = "... and \(rows.count - shown.count) more rows"
    return shown.flatMap(\.self) + [truncated(summary, to: columns - 1)]
  }

  private func described(_ columns: Int) -> [[String]] {
    ColumnLayout(columns: columns - 1, gap: 3) { displayWidth(String($0)) }
      .lines(for: items.map { (printable($0.title), printable($0.detail)) })
  }

  private func grid(_ columns: Int) -> [[String]] {
    let texts = items.map { truncated(printable($0.title), to: columns - 1) }
    let cell = (texts.map(displayWidth).max() ?? 0) + 2
    let across = max((columns + 1) / cell, 1)
    let down = (texts.count + across - 1) / across
    // Sorted by column, as in a directory listing.
    return (0..<down).map { row in
      let cells = stride(from: row, to: texts.count, by: down).map { index in
        let isLast = index + down >= texts.count
        let gap = isLast ? 0 : cell - displayWidth(texts[index])
        return texts[index] + String(repeating: " ", count: gap)
      }
      return [cells.joined()]
    }
  }
}

/// Returns the text, truncated to at most `columns` columns.
func truncated(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var width = 0
  let prefix = text.prefix { character in
    width += displayWidth(String(character))
    return width <= columns - 3
  }
  return prefix + "..."
}
