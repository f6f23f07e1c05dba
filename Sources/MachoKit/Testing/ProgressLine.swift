import Foundation
import MachoReporting
import MachoSystem

/// A progress line at the bottom of the terminal, rewritten as scripts start and finish.
struct ProgressLine {
  private let total: Int
  private var running: [Int] = []
  private var done = 0
  private var failed = 0
  private var isShown = false

  /// Returns `nil` if progress should not be shown: no terminal, a single script, or CI.
  init?(total: Int, environment: [String: String]) {
    guard isatty(STDERR_FILENO) == 1, isatty(STDOUT_FILENO) == 1, total > 1,
      environment["TERM"] ?? "dumb" != "dumb", environment["CI", default: ""].isEmpty
    else { return nil }
    self.total = total
  }

  /// Updates the line when a script starts or finishes. `names` are those of all scripts.
  mutating func update(_ event: ParallelRunner.Event, names: [String]) {
    switch event {
    case .started(let index): running.append(index)
    case .finished(let index):
      running.removeAll { $0 == index }
      done += 1
    }
    show(names)
  }

  /// Counts a script that failed.
  mutating func recordFailure() { failed += 1 }

  private mutating func show(_ names: [String]) {
    let problems = failed == 0 ? "" : ", \(failed) failed"
    let scripts = running.map { OutputEscaping.encode(names[$0]) }.joined(separator: "  ")
    let text = "\(done) of \(total)\(problems)  \(scripts)"
    write("\r" + Self.truncated(text, to: Self.width - 1) + "\u{1B}[K")
    isShown = true
  }

  /// Erases the line before permanent output is printed.
  mutating func clear() {
    guard isShown else { return }
    write("\r\u{1B}[K")
    isShown = false
  }

  private func write(_ text: String) { MachoSystem.write(text, to: STDERR_FILENO) }

  private static func truncated(_ text: String, to width: Int) -> String {
    var columns = 0
    return String(
      text.prefix { character in
        columns += character.columns
        return columns <= width
      })
  }

  private static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}
