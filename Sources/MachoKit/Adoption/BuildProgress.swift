import MachoSystem

/// Shows how far SwiftPM is with a build: in the status line of a terminal, else in a line each minute.
struct BuildProgress {
  private var status = StatusLine()
  private let interval: Duration
  private let report: ((String) -> Void)?
  private var nextReport: ContinuousClock.Instant

  /// Creates the progress of a build that begins now.
  ///
  /// - Parameters:
  ///   - interval: The time between two lines without a terminal. Default: a minute.
  ///   - report: Gets these lines, also at a terminal. Default: `nil` (they are printed to standard error).
  init(interval: Duration = .seconds(60), report: ((String) -> Void)? = nil) {
    self.interval = interval
    self.report = report
    nextReport = .now + interval
  }

  /// Takes a line of SwiftPM's output. Ignores all but those of steps: `[12/345] Compiling Shop Cart.swift`.
  mutating func consume(_ line: String) {
    guard line.hasPrefix("[") else { return }
    let text = "  \(line.withoutTerminalStyles.prefix(76))"
    if report == nil, status.isEnabled { return status.show(text) }
    let now = ContinuousClock.now
    guard now >= nextReport else { return }
    nextReport = now + interval
    if let report { report(text) } else { printError(text) }
  }

  /// Erases the status line.
  mutating func clear() { status.clear() }
}
