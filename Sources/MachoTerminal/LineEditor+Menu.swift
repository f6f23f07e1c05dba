import CLibedit

// The menu is drawn below the line, so that the line stays where it is when the menu leaves the
// screen.
extension LineEditor {
  /// Draws the menu in the rows below the line, and moves the cursor back to where libedit expects
  /// it.
  func drawMenu() {
    guard let menu else { return }
    let (below, column, height) = cursorInEntry()
    // A few rows of earlier output stay visible.
    let lines = menu.rows(columns: columns, limit: min(rows - height, max(rows - 4, 4)))
    guard !lines.isEmpty else { return }
    let down = below > 0 ? "\u{1B}[\(below)B" : ""
    show(down + lines.map { "\r\n" + $0 }.joined() + back(up: below + lines.count, to: column))
    isMenuShown = true
  }

  /// Removes the menu before the next key is handled.
  func closeMenu() {
    menu = nil
    guard isMenuShown else { return }
    let (below, column, _) = cursorInEntry()
    show("\u{1B}[\(below + 1)B\r\u{1B}[J" + back(up: below + 1, to: column))
    isMenuShown = false
  }

  private func back(up: Int, to column: Int) -> String {
    "\r\u{1B}[\(up)A" + (column > 0 ? "\u{1B}[\(column)C" : "")
  }

  /// Returns where the cursor is on the screen: the number of rows of the entry below it, its column, and
  /// the number of rows of the entry.
  private func cursorInEntry() -> (below: Int, column: Int, height: Int) {
    let (scalars, cursor) = typed
    let start = Array(rowsAboveLine.unicodeScalars) + String(wide: prompt.dropLast()).unicodeScalars
    let position = cursorPosition(after: start + scalars[..<cursor], columns: columns)
    let end = cursorRow(after: start + scalars, columns: columns)
    return (end - position.row, position.column, end + 1)
  }
}
