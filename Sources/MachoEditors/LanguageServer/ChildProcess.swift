import MachoLocks
import MachoSystem
import MachoValues

/// A child process of an editor's server with its messages and its standard error.
final class ChildProcess {
  let channel: MessageChannel
  /// The read end of its standard error. -1 after its end.
  private(set) var errors: Int32
  private let connection: ChildConnection
  private var tail: [UInt8] = []
  private var hasEnded = false
  /// Whether it has reported anything, so that the driver has started.
  var hasReported = false
  /// The line that it reported last.
  var runningLine: Int?
  /// When it was asked to do something or reported anything, unless it is idle.
  var busySince: ContinuousClock.Instant?

  /// When the running command started. `nil` if no command runs, for example while the driver starts.
  var commandStart: ContinuousClock.Instant? { runningLine == nil ? nil : busySince }

  init(_ connection: ChildConnection) {
    self.connection = connection
    channel = MessageChannel(input: connection.socket, output: connection.socket)
    errors = connection.errors
  }

  deinit { _ = end() }

  /// Sends a message. The child is busy until it reports that it is idle.
  func send(_ message: JSONValue) {
    busySince = .now
    channel.send(message)
  }

  /// Reads what it has printed to standard error. Returns the bytes.
  func readErrors() -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    switch ReadResult.next(from: errors, into: &buffer) {
    case .bytes(let chunk):
      tail += chunk
      if tail.count > 1 << 18 { tail.removeFirst(tail.count - 1 << 16) }
      return chunk
    case .noData: return []
    case .end, .failed:
      close(errors)
      errors = -1
      return []
    }
  }

  /// Kills it. Returns its status and the end of its standard error.
  func end() -> (status: Int32, errors: String) {
    guard !hasEnded else { return (0, "") }
    hasEnded = true
    // A crashed process writes its backtrace before it ends.
    var polled = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
    while errors >= 0, channel.isClosed, poll(&polled, 1, 2_000) > 0 { _ = readErrors() }
    let status = connection.terminate()
    if errors >= 0 { close(errors) }
    close(connection.socket)
    errors = -1
    return (status, String(decoding: tail, as: UTF8.self))
  }
}
