import CLibedit

/// How many columns the text fills, as the line editor counts them.
func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { $0 + displayWidth($1) }
}

func displayWidth(_ scalar: Unicode.Scalar) -> Int {
  scalar.isASCII ? 1 : max(Int(macho_width(wchar_t(truncatingIfNeeded: scalar.value))), 0)
}

/// Where the cursor stands after the text was written from the left margin: how many rows further
/// down.
func cursorRow(_ text: some Sequence<Unicode.Scalar>, columns: Int) -> Int {
  cursorPosition(behind: text, columns: columns).row
}

/// The same, but in which column.
func cursorColumn(_ text: some Sequence<Unicode.Scalar>, columns: Int) -> Int {
  cursorPosition(behind: text, columns: columns).column
}

private func cursorPosition(
  behind text: some Sequence<Unicode.Scalar>, columns: Int
) -> (row: Int, column: Int) {
  var row = 0
  var column = 0
  func advance(_ width: Int) {
    // A wide character that does not fit goes to the next row whole.
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
    // The editor gives a combining character a column of its own.
    default: advance(max(displayWidth(scalar), 1))
    }
  }
  return (row, column)
}

/// The text with spaces for control characters.
func printable(_ text: String) -> String {
  String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
}
