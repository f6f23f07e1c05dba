import Foundation
import MachoReporting

/// The destination of a report. Writes unbuffered, so that a pipe shows progress.
struct ReportOutput {
  /// Why a report could not be written.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let descriptor: Int32
  private let name: String
  /// The colors of a readable report. `nil` for a format that programs read, whose lines are written
  /// unchanged.
  private let palette: Palette?

  /// Writes to a descriptor that stays open.
  init(_ descriptor: Int32, _ palette: Palette?) {
    self.descriptor = descriptor
    self.palette = palette
    name = "standard output"
  }

  /// Creates or truncates a file.
  init(path: String, _ palette: Palette?) throws(Failure) {
    self.palette = palette
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    name = path
    guard descriptor >= 0 else { throw failure }
  }

  /// Writes lines, each with a newline.
  func write(lines: [StyledLine]) throws(Failure) {
    guard !lines.isEmpty else { return }
    try write(
      (palette?.escapedText(of: lines) ?? lines.map(\.text).joined(separator: "\n")) + "\n")
  }

  /// Writes a whole text.
  func write(_ text: String) throws(Failure) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw failure
      }
    }
  }

  private var failure: Failure {
    Failure(description: "cannot write \(name): \(String(cString: strerror(errno)))")
  }
}
