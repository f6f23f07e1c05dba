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

  /// Whether lines fit above a prompt.
  func fits(_ lines: [StyledLine]) -> Bool {
    var count = 0
    for line in lines {
      let width = OutputEscaping.encode(line.text).reduce(0) { $0 + $1.columns }
      count += max(1, (width + columns - 1) / columns)
      if count >= rows { return false }
    }
    return true
  }
}
