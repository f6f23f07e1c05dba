import Foundation
import MachoSystem

/// Reports the fatal signal to the parent before other signal handlers run.
///
/// A backtrace takes seconds, and the parent kills the process if it takes too long. The report
/// then still names the signal.
enum CrashSignalHandler {
  /// The data that the signal handler reads, allocated before a crash because a handler must not
  /// allocate. Never deallocated. `install` writes it before the handler is registered; afterwards
  /// only the handler accesses it.
  private struct Storage {
    var report: Int32 = -1
    var stackBase: UInt = 0
    var stackSize: UInt = 0
    let plain = bytes("crash 00\n")
    let overflow = bytes("crash 00 overflow\n")

    private static func bytes(_ text: String) -> UnsafeMutableBufferPointer<UInt8> {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = bytes.initialize(from: text.utf8)
      return bytes
    }
  }

  /// The offset of the signal's two digits in both messages.
  private static let digitsOffset = 6

  // SAFETY: set before the handler is installed, and never freed. Afterwards only the handler writes
  // it, on the thread that crashes.
  nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
    let slot = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    slot.initialize(to: Storage())
    return slot
  }()

  /// Installs the handler. Call it once, on the main thread, which runs the script's reducers.
  /// With `catchesExit` an exit is a crash too.
  static func install(report: Int32, catchesExit: Bool = false) {
    var here = 0
    storage.pointee.report = report
    storage.pointee.stackBase = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    storage.pointee.stackSize = stackSize
    CrashNote.install(output: report, onCrash: writeReport, catchesExit: catchesExit)
  }

  /// The size limit of the main thread's stack, in bytes; 0 if it is unlimited.
  private static var stackSize: UInt {
    guard let limit = ResourceLimit.stack.current, limit < 1 << 40 else { return 0 }
    return UInt(limit)
  }

  // MARK: In a handler

  private static let writeReport: @convention(c) (Int32, UInt) -> Void = { number, address in
    let slot = CrashSignalHandler.storage
    let bytes = isOverflow(address) ? slot.pointee.overflow : slot.pointee.plain
    bytes[CrashSignalHandler.digitsOffset] = UInt8(truncatingIfNeeded: 48 + number / 10 % 10)
    bytes[CrashSignalHandler.digitsOffset + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
    _ = write(slot.pointee.report, bytes.baseAddress, bytes.count)
  }

  /// Whether an address is within 1 MB of the end of the stack. The tolerance covers what lies
  /// below the stack's first frame and the environment above it, which are not measured.
  private static func isOverflow(_ address: UInt) -> Bool {
    let (base, size) = (storage.pointee.stackBase, storage.pointee.stackSize)
    guard size > 0, address < base else { return false }
    let depth = base - address
    return depth + 1 << 20 > size && depth < size + 1 << 20
  }
}
