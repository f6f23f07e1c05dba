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
    macho_refresh(handle)
    show("")
  }

  func showPendingTexts() {
    let texts = mailbox.takeTexts()
    guard !texts.isEmpty else { return }
    showAbove(texts.map(\.endingInNewline).joined())
  }

  /// Erases prompt and line; the cursor stands where the prompt began, as libedit's refresh
  /// expects.
  func eraseLine() {
    // The window may have changed and the signal that says so not be here yet.
    resize()
    let (scalars, cursor) = typed
    let before = Array(String(wide: prompt.dropLast()).unicodeScalars) + scalars.prefix(cursor)
    // What is higher than the screen was scrolled out of it.
    let up = min(rowsBelow(before, columns: columns), rows - 1)
    show("\r" + (up > 0 ? "\u{1B}[\(up)A" : "") + "\u{1B}[J")
  }

  /// Puts the cursor behind the line's last character, on the screen too.
  func moveToEnd() {
    eraseLine()
    let (scalars, cursor) = typed
    el_cursor(handle, Int32(scalars.count - cursor))
    macho_refresh(handle)
    show("")
  }
}
