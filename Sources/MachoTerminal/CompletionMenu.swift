/// The menu of completions above the line: a row per item with its detail, or a grid if no item has
/// one.
struct CompletionMenu {
  var items: [CompletionItem]
  /// The width of the terminal; `rows` is its height.
  var columns: Int
  var rows: Int

  /// The menu's rows, each ended by a newline and none wider than the terminal.
  var text: String {
    let lines = items.contains { !$0.detail.isEmpty } ? described : grid
    // The current line and a few rows of earlier output stay visible.
    let availableRows = max(rows - 4, 4)
    guard lines.count > availableRows else { return lines.joined(separator: "\n") + "\n" }
    let shown = lines.prefix(availableRows - 1)
    let summary = "... and \(lines.count - shown.count) more rows"
    return (shown + [summary]).joined(separator: "\n") + "\n"
  }

  private var described: [String] {
    let texts = items.map { printable($0.text) }
    let widths = texts.map(displayWidth)
    // A single long item must not move every detail out of view.
    let column = widths.filter { $0 <= columns / 2 }.max() ?? 0
    return zip(zip(texts, widths), items).map { pair, item in
      let (text, width) = pair
      guard !item.detail.isEmpty else { return truncated(text, to: columns - 1) }
      let gap = String(repeating: " ", count: max(column - width, 0) + 3)
      return truncated(text + gap + printable(item.detail), to: columns - 1)
    }
  }

  private var grid: [String] {
    let texts = items.map { truncated(printable($0.text), to: columns - 1) }
    let cell = (texts.map(displayWidth).max() ?? 0) + 2
    let across = max((columns + 1) / cell, 1)
    let down = (texts.count + across - 1) / across
    // Sorted by column, as in a directory listing.
    return (0..<down).map { row in
      stride(from: row, to: texts.count, by: down).map { index in
        let isLast = index + down >= texts.count
        let gap = isLast ? 0 : cell - displayWidth(texts[index])
        return texts[index] + String(repeating: " ", count: gap)
      }.joined()
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
