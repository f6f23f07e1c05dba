/// The menu that Tab shows above the line: a described row an item, or a grid where none has a
/// detail.
struct CompletionMenu {
  var items: [CompletionItem]
  /// The terminal's size.
  var columns: Int
  var rows: Int

  /// The menu's rows, each ended by a newline and none wider than the terminal.
  var text: String {
    let lines = items.contains { !$0.detail.isEmpty } ? described : grid
    // The line being typed and a few rows of what went before stay in sight.
    let room = max(rows - 4, 4)
    guard lines.count > room else { return lines.joined(separator: "\n") + "\n" }
    let shown = lines.prefix(room - 1)
    let rest = "... and \(lines.count - shown.count) more rows"
    return (shown + [rest]).joined(separator: "\n") + "\n"
  }

  private var described: [String] {
    let texts = items.map { printable($0.text) }
    let widths = texts.map(displayWidth)
    // One long item shall not push every detail out of sight.
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
    // Read downwards, as in a directory's listing.
    return (0..<down).map { row in
      stride(from: row, to: texts.count, by: down).map { index in
        let isLast = index + down >= texts.count
        let gap = isLast ? 0 : cell - displayWidth(texts[index])
        return texts[index] + String(repeating: " ", count: gap)
      }.joined()
    }
  }
}

/// The text, cut so that it fills no more columns than `columns`.
func truncated(_ text: String, to columns: Int) -> String {
  guard displayWidth(text) > columns else { return text }
  var width = 0
  let kept = text.prefix { character in
    width += displayWidth(String(character))
    return width <= columns - 3
  }
  return kept + "..."
}
