import Foundation
import MachoSystem

/// A line at the bottom of a terminal that is rewritten.
struct StatusLine {
  let isEnabled = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  private var isShown = false

  mutating func show(_ text: String) {
    guard isEnabled else { return }
    write("\r" + text + "\u{1B}[K")
    isShown = true
  }

  /// Erases the line before permanent output is printed.
  mutating func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  private func write(_ text: String) {
    MachoSystem.write(text, to: STDERR_FILENO)
  }
}
