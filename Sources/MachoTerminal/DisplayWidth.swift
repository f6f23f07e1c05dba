import CLibedit

/// Returns the width of the text in columns, as the line editor computes it.
func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  scalar.isASCII ? 1 : max(Int(macho_width(wchar_t(truncatingIfNeeded: scalar.value))), 0)
}

/// Returns the cursor's row after the text, relative to the row where it starts at the left margin.
func cursorRow(after text: some Sequence<Unicode.Scalar>, columns: Int) -> Int {
  cursorPosition(after: text, columns: columns).row
}

/// Returns the cursor's column after the text.
func cursorColumn(after text: some Sequence<Unicode.Scalar>, columns: Int) -> Int {
  cursorPosition(after: text, columns: columns).column
}

/// Returns the cursor's row and column after the text.
func cursorPosition(
  after text: some Sequence<Unicode.Scalar>, columns: Int
) -> (row: Int, column: Int) {
  var row = 0
  var column = 0
  func advance(_ width: Int) {
    // A wide character that does not fit moves to the next row as a whole.
    if column + width > columns {
      row += 1
      column = 0
    }
    column += width
    if column >= columns {
      row += 1
      column = 0
    }
  }
  for scalar in text {
    switch scalar {
    case "\n":
      row += 1
      column = 0
    case "\t": repeat { advance(1) } while column % 8 != 0
    case _ where scalar.value < 32 || scalar.value == 127:
      // Shown as ^A.
      advance(1)
      advance(1)
    // The editor gives a combining character its own column.
    default: advance(max(displayWidth(scalar), 1))
    }
  }
  return (row, column)
}

/// Returns the text with control characters replaced by spaces.
func printable(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
}
