import Foundation
import MachoTerminal

/// Ctrl-C and its like, for everybody who waits: a pipe that can be read from the first signal on,
/// and that nobody reads.
struct InterruptSignal: Sendable {
  /// What the handler reads.
  private struct Storage {
    var writeEnd: Int32 = -1
    /// The first signal; 0 before it.
    var signal: Int32 = 0
  }

  /// Written by `install` before there is a handler, and by the handler, which runs once a signal;
  /// read as a whole word. Never given back.
  nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
    let slot = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    slot.initialize(to: Storage())
    return slot
  }()

  /// Can be read once a signal came.
  let descriptor: Int32

  /// Begins to listen, once a process. A second signal of the same kind ends the process, as it
  /// does without this. Nil when the system has no pipe to give: then the first does.
  static func install() -> InterruptSignal? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    storage.pointee.writeEnd = ends[1]
    for signal in [SIGINT, SIGTERM, SIGHUP] { installHandler(signal) }
    return InterruptSignal(descriptor: ends[0])
  }

  private static func installHandler(_ signal: Int32) {
    let flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
    let previous = sigaction(handleSignal, flags: flags).install(at: signal)
    // Who started us with it ignored, as nohup does, wants it ignored.
    if previous.isIgnored { previous.install(at: signal) }
  }

  private static let handleSignal: @convention(c) (Int32) -> Void = { number in
    let before = errno
    if InterruptSignal.storage.pointee.signal == 0 {
      InterruptSignal.storage.pointee.signal = number
    }
    var byte: UInt8 = 1
    _ = write(InterruptSignal.storage.pointee.writeEnd, &byte, 1)
    errno = before
  }

  /// The signal that came, if one did.
  var signal: Int32? { Self.storage.pointee.signal == 0 ? nil : Self.storage.pointee.signal }

  /// The name of the signal that came.
  var name: String? {
    signal.map { [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"][$0] ?? "signal \($0)" }
  }

  /// Ends the process by the signal that came, so that a shell knows what became of it.
  func reraise() {
    guard let signal else { return }
    fflush(nil)
    _ = Foundation.signal(signal, SIG_DFL)
    raise(signal)
  }
}
