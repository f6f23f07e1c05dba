import Foundation
import MachoTerminal

/// Says in a child's report by which signal it ends, before anybody else answers that signal.
///
/// A backtrace takes seconds, and its process is ended if it takes too many: then this is what is
/// known.
enum CrashSignalHandler {
  /// Laid out before a crash: a handler may only write what is there. Never given back, and written
  /// by `install` before there is a handler that reads it, then by the handler alone.
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

  /// Where the two digits of the signal stand.
  private static let digitsOffset = 6

  nonisolated(unsafe) private static let storage: UnsafeMutablePointer<Storage> = {
    let slot = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
    slot.initialize(to: Storage())
    return slot
  }()

  /// Begins to watch; called once, on the main thread, which is where a script's reducers run.
  static func install(report: Int32) {
    var here = 0
    storage.pointee.report = report
    storage.pointee.stackBase = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    storage.pointee.stackSize = stackSize
    CrashBreadcrumb.install(output: report, whenCrashing: writeReport)
  }

  /// How long the main thread's stack may be; 0 when there is no limit to run into.
  private static var stackSize: UInt {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let resource = RLIMIT_STACK
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 1 << 40 else { return 0 }
    return UInt(limit.rlim_cur)
  }

  // MARK: In a handler

  private static let writeReport: @convention(c) (Int32, UInt) -> Void = { number, address in
    let slot = CrashSignalHandler.storage
    let bytes = isOverflow(address) ? slot.pointee.overflow : slot.pointee.plain
    bytes[CrashSignalHandler.digitsOffset] = UInt8(truncatingIfNeeded: 48 + number / 10 % 10)
    bytes[CrashSignalHandler.digitsOffset + 1] = UInt8(truncatingIfNeeded: 48 + number % 10)
    _ = write(slot.pointee.report, bytes.baseAddress, bytes.count)
  }

  /// Whether an address is where the stack ends. What began below the stack's first frame, and the
  /// environment above it, is not measured: a megabyte more or less is still no other memory.
  private static func isOverflow(_ address: UInt) -> Bool {
    let (base, size) = (storage.pointee.stackBase, storage.pointee.stackSize)
    guard size > 0, address < base else { return false }
    let depth = base - address
    return depth + 1 << 20 > size && depth < size + 1 << 20
  }
}
