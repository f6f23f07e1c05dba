import Foundation
import MachoSystem

/// Signals that stop the process, such as Ctrl-C. Its pipe becomes readable at the first signal
/// and is never read, so it wakes all waiting threads.
struct InterruptSignal: Sendable {
  /// The data that the signal handler accesses.
  private struct Storage {
    var writeEnd: Int32 = -1
    /// The first signal; 0 before it.
    var signal: Int32 = 0
  }

  /// SAFETY: `install` writes it before the handler is registered; afterwards the handler writes
  /// it, at most once per signal, and others read single words. Never deallocated.
  nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
    let slot = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    slot.initialize(to: Storage())
    return slot
  }()

  /// A descriptor that is readable after the first signal.
  let descriptor: Int32

  /// Installs the handlers; call it once per process. A second signal of the same kind terminates
  /// the process, as without a handler. Returns `nil` if no pipe can be created; then the first
  /// signal terminates it.
  static func install() -> InterruptSignal? {
    guard let ends = makePipe() else { return nil }
    storage.pointee.writeEnd = ends.writing
    for signal in [SIGINT, SIGTERM, SIGHUP] { installHandler(signal) }
    return InterruptSignal(descriptor: ends.reading)
  }

  private static func installHandler(_ signal: Int32) {
    let flags = SA_RESTART | Int32(bitPattern: UInt32(SA_RESETHAND))
    let previous = sigaction(handleSignal, flags: flags).install(at: signal)
    // Keep ignoring a signal that was ignored at start, as under `nohup`.
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

  /// The first signal received, if any.
  var signal: Int32? { Self.storage.pointee.signal == 0 ? nil : Self.storage.pointee.signal }

  /// The name of the first signal received.
  var name: String? {
    signal.map { [SIGINT: "SIGINT", SIGTERM: "SIGTERM", SIGHUP: "SIGHUP"][$0] ?? "signal \($0)" }
  }

  /// Terminates the process by the received signal, so that a shell sees the cause.
  func reraise() {
    guard let signal else { return }
    fflush(nil)
    _ = Foundation.signal(signal, SIG_DFL)
    raise(signal)
  }
}
