import CLibedit

extension LineEditor {
  /// The current line, and the number of its scalars before the cursor.
  var typed: (scalars: [Unicode.Scalar], cursor: Int) {
    // SAFETY: libedit's buffer is valid until the next call of libedit, and is copied before.
    let line = el_wline(handle).pointee
    let units = UnsafeBufferPointer(start: line.buffer, count: line.lastchar - line.buffer)
    return (Array(String(wide: units).unicodeScalars), line.cursor - line.buffer)
  }

  var columns: Int {
    let columns = Int(macho_columns(handle))
    return columns > 0 ? columns : 80
  }

  var rows: Int {
    let rows = Int(macho_rows(handle))
    return rows > 0 ? rows : 24
  }

  func showPendingTexts() {
    let status = mailbox.status
    let texts = mailbox.takeTexts()
    guard !texts.isEmpty || status != shownStatus else { return }
    eraseLine()
    shownStatus = status
    show(texts.map(\.endingInNewline).joined())
    drawLine()
  }

  /// Erases the line and the rows above it. The cursor returns to their start, as `drawLine`
  /// expects.
  func eraseLine() {
    // The window may have been resized before the signal for it has been handled.
    resize()
    let (scalars, cursor) = typed
    let textBeforeCursor =
      Array(rowsAboveLine.unicodeScalars) + String(wide: prompt.dropLast()).unicodeScalars
      + scalars.prefix(cursor)
    // Rows above the top of the screen have been scrolled out.
    let up = min(cursorRow(after: textBeforeCursor, columns: columns), rows - 1)
    show("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J")
    hint.isShown = false
    isMenuShown = false
  }

  /// Draws the rows above the line, the line itself and the menu. The cursor must be at the left
  /// margin.
  func drawLine() {
    let status = shownStatus.map { truncated(printable($0), to: columns - 1) + "\n" } ?? ""
    // libedit's prompt cannot contain newlines.
    let linesBefore = promptRows.dropLast().map { $0 + "\n" }.joined()
    show((status.isEmpty ? "" : configuration.dim(status)) + linesBefore)
    rowsAboveLine = status + linesBefore
    macho_refresh(handle)
    show("")
    drawMenu()
  }

  /// Applies `change` to the line or the prompt, and redraws them.
  func redraw(_ change: () -> Void) {
    eraseLine()
    change()
    drawLine()
  }

  /// Leaves the line on the screen, without status, hint and menu, and moves the cursor after its last
  /// character.
  func closeLine() {
    let (scalars, cursor) = typed
    redraw {
      shownStatus = nil
      menu = nil
      macho_move_cursor(handle, Int32(scalars.count - cursor))
    }
    // In vi's command mode, drawing moves the cursor back to the last character.
    let rest = typed.scalars[typed.cursor...]
    if !rest.isEmpty {
      show(text(rest))
      macho_move_cursor(handle, Int32(rest.count))
    }
  }
}
