import CLibedit

extension LineEditor {
  /// The line being typed, and how many of its scalars stand before the cursor.
  var typed: (scalars: [Unicode.Scalar], cursor: Int) {
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

  /// Shows text where the line being typed stands, and that line again under it.
  func showAbove(_ text: String) {
    eraseLine()
    show(text.endingInNewline)
    drawLine()
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

  /// Erases the line and what stands above it; the cursor stands where they began, as drawing expects.
  func eraseLine() {
    // The window may have changed and the signal that says so not be here yet.
    resize()
    let (scalars, cursor) = typed
    let before =
      Array(rowsAboveLine.unicodeScalars) + String(wide: prompt.dropLast()).unicodeScalars
      + scalars.prefix(cursor)
    // What is higher than the screen was scrolled out of it.
    let up = min(cursorRow(before, columns: columns), rows - 1)
    show("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J")
    hint.isShown = false
  }

  /// Draws the line, and what belongs above it, from where the cursor stands, at the left margin.
  func drawLine() {
    let status = shownStatus.map { truncated(printable($0), to: columns - 1) + "\n" } ?? ""
    // libedit's prompt can have no newline in it.
    let linesBefore = promptRows.dropLast().map { $0 + "\n" }.joined()
    show((status.isEmpty ? "" : configuration.dim(status)) + linesBefore)
    rowsAboveLine = status + linesBefore
    macho_refresh(handle)
    show("")
  }

  /// Changes the line, or the prompt, on the screen too.
  func redraw(_ change: () -> Void) {
    eraseLine()
    change()
    drawLine()
  }

  /// Leaves the line on the screen as it stands, without status and hint, and the cursor behind its
  /// last character.
  func closeLine() {
    let (scalars, cursor) = typed
    redraw {
      shownStatus = nil
      el_cursor(handle, Int32(scalars.count - cursor))
    }
    // Drawing takes it back to the last character in vi's command mode.
    let rest = typed.scalars[typed.cursor...]
    if !rest.isEmpty {
      show(text(rest))
      el_cursor(handle, Int32(rest.count))
    }
  }
}
