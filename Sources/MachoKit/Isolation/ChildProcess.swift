import Foundation

/// A child of the same executable, watched: its lines as they come, its end, what it complained of.
struct ChildProcess {
  /// How a child ended.
  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
    case timedOut
  }

  /// How much of standard error is kept, in bytes: its end, where a trap's message stands.
  private static let keptErrors = 1 << 16

  let arguments: [String]
  /// The guard on the wall clock.
  let limit: Duration

  /// Runs the child to its end; `onLine` is called on this thread for each line of its output.
  func run(onLine: (String) -> Void) throws -> (ending: Ending, errors: String) {
    let process = Process()
    process.executableURL = Self.executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    let tail = ErrorTail(limit: Self.keptErrors)
    errors.fileHandleForReading.readabilityHandler = { handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      tail.append(data)
    }
    try process.run()
    let watch = Watch(process: process)
    watch.start(limit)
    for line in LineReading(output.fileHandleForReading) { onLine(line) }
    process.waitUntilExit()
    let hasTimedOut = watch.stop()
    tail.waitForEnd()
    return (hasTimedOut ? .timedOut : Self.ending(of: process), tail.text)
  }

  private static func ending(of process: Process) -> Ending {
    process.terminationReason == .uncaughtSignal
      ? .signalled(process.terminationStatus) : .exited(process.terminationStatus)
  }

  private static var executable: URL {
    URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
  }
}

/// The lines of a pipe, as they come.
private struct LineReading: Sequence, IteratorProtocol {
  private let handle: FileHandle
  private var buffer: [UInt8] = []
  private var scanned = 0

  init(_ handle: FileHandle) { self.handle = handle }

  mutating func next() -> String? {
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer {
          buffer.removeSubrange(...end)
          scanned = 0
        }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      scanned = buffer.count
      let data = handle.availableData
      guard !data.isEmpty else { return nil }
      buffer += data
    }
  }
}

/// The last bytes of what a child wrote to standard error.
private final class ErrorTail: @unchecked Sendable {
  // Unchecked: `bytes` and `hasEnded` are only touched with `condition` locked.
  private let condition = NSCondition()
  private let limit: Int
  private var bytes = Data()
  private var hasEnded = false

  init(limit: Int) { self.limit = limit }

  func append(_ data: Data) {
    condition.lock()
    defer { condition.unlock() }
    if data.isEmpty {
      hasEnded = true
      condition.signal()
    }
    bytes.append(data)
    if bytes.count > 2 * limit { bytes = bytes.suffix(limit) }
  }

  /// Waits for the end of the pipe; a grandchild that keeps it open is not waited for.
  func waitForEnd() {
    let limit = Date(timeIntervalSinceNow: 1)
    condition.lock()
    defer { condition.unlock() }
    while !hasEnded, condition.wait(until: limit) {}
  }

  var text: String {
    condition.lock()
    defer { condition.unlock() }
    return String(decoding: bytes.suffix(limit), as: UTF8.self)
  }
}

/// Kills a child that takes too long.
private final class Watch: @unchecked Sendable {
  // Unchecked: `hasFired` and `isOver` are only touched with `lock` held.
  private let lock = NSLock()
  private let process: Process
  private var hasFired = false
  private var isOver = false

  init(process: Process) { self.process = process }

  func start(_ limit: Duration) {
    let seconds = Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
      lock.lock()
      defer { lock.unlock() }
      guard !isOver else { return }
      hasFired = true
      kill(process.processIdentifier, SIGKILL)
    }
  }

  /// Ends the watch; whether it had to kill.
  func stop() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    isOver = true
    return hasFired
  }
}
