import Foundation
import MachoSystem

/// Reads the pipes of a child until both end.
struct PipeReader {
  private let child: SpawnedProcess
  private var open: [Int32]
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  init(_ child: SpawnedProcess) {
    self.child = child
    open = [child.output, child.errors]
  }

  var hasEnded: Bool { open.isEmpty }

  /// Waits for output until an instant, and passes it to `consume`. Returns `false` at an interruption.
  ///
  /// - Parameters:
  ///   - limit: When to return without output. Default: `nil` (never).
  ///   - consume: Gets the bytes, and whether they are of the standard error.
  mutating func read(
    until limit: ContinuousClock.Instant? = nil, or interruption: InterruptSignal? = nil,
    _ consume: (ArraySlice<UInt8>, _ isError: Bool) -> Void
  ) -> Bool {
    var polled = (open + [interruption?.descriptor ?? -1]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let rest = limit.map { max(.zero, ContinuousClock.now.duration(to: $0)) / .milliseconds(1) }
    guard poll(&polled, nfds_t(polled.count), rest.map { Int32(min($0, 1e6)) + 1 } ?? -1) > 0 else {
      return true
    }
    if polled[open.count].revents != 0 { return false }
    for entry in polled.dropLast() where entry.revents != 0 {
      switch ReadResult.next(from: entry.fd, into: &buffer) {
      case .bytes(let bytes): consume(bytes, entry.fd == child.errors)
      case .noData: continue
      case .end, .failed: open.removeAll { $0 == entry.fd }
      }
    }
    return true
  }
}

extension SpawnedProcess {
  /// Returns the words that run a command of SwiftPM in a build directory, also if SWIFTPM_BUILD_DIR is set, which wins over
  /// `--scratch-path`.
  static func swift(
    _ command: String, _ arguments: String..., scratch: String
  ) -> [String] {
    ["-u", "SWIFTPM_BUILD_DIR", "swift", command, "--scratch-path", scratch] + arguments
  }

  /// Runs an executable that the environment finds to its end. Returns its `waitpid` status and the lines
  /// of its output and errors. An interruption kills it.
  static func run(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    _ interruption: InterruptSignal? = nil, onLine: (_ line: String) -> Void = { _ in }
  ) throws(Failure) -> (status: Int32, lines: [String]) {
    var lines: [String] = []
    let status = try read(words, environment: environment, interruption) { line, _ in
      lines.append(line)
      onLine(line)
    }
    return (status, lines)
  }

  /// Runs an executable that the environment finds to its end. Returns its exit status, the lines of its
  /// output and those of its errors. The status is that of a shell: 127 if there is no such executable,
  /// 128 and the number of a signal that ended it.
  static func collect(
    _ words: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
    onLine: (_ line: String) -> Void = { _ in }
  ) throws(Failure) -> (status: Int32, output: [String], errors: [String]) {
    var (output, errors): ([String], [String]) = ([], [])
    let status = try read(words, environment: environment, nil) { line, isError in
      onLine(line)
      if isError { errors.append(line) } else { output.append(line) }
    }
    let signal = status & 0x7f
    return (signal == 0 ? status >> 8 & 0xff : 128 + signal, output, errors)
  }

  private static func read(
    _ words: [String], environment: [String: String], _ interruption: InterruptSignal?,
    onLine: (_ line: String, _ isError: Bool) -> Void
  ) throws(Failure) -> Int32 {
    let child = try SpawnedProcess(words, of: "/usr/bin/env", environment: environment)
    defer { child.close() }
    var reader = PipeReader(child)
    var (output, errors) = (LineBuffer(), LineBuffer())
    while !reader.hasEnded {
      let isRunning = reader.read(or: interruption) { bytes, isError in
        if isError {
          errors.consume(bytes) { if !$0.isEmpty { onLine($0, true) } }
        } else {
          output.consume(bytes) { if !$0.isEmpty { onLine($0, false) } }
        }
      }
      if isRunning { continue }
      child.killGroup()
      break
    }
    return child.reap()
  }
}
