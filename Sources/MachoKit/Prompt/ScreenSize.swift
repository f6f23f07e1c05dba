import Foundation
import MachoReporting

/// The size of the terminal on standard output.
struct ScreenSize {
  let rows: Int
  let columns: Int

  init?() {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
    else { return nil }
    (rows, columns) = (Int(size.ws_row), Int(size.ws_col))
  }

  /// Whether a text fits above a prompt.
  func fits(_ text: String) -> Bool {
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      count += max(1, (Self.width(of: line) + columns - 1) / columns)
      if count >= rows { return false }
    }
    return true
  }

  /// The width of a line in columns, without colour escapes.
  private static func width(of line: Substring) -> Int {
    var width = 0
    var isEscape = false
    for character in line {
      if character == "\u{1B}" {
        isEscape = true
      } else if isEscape {
        isEscape = !character.isLetter
      } else {
        width += character.columns
      }
    }
    return width
  }
}
