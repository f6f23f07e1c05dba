import MachoLocks

/// Whether the runtime's backtrace program still works. On a busy machine it takes long, and a limit
/// of time alone would lose the backtrace. A program that waits forever sleeps and uses no processor
/// time; one that works runs, waits for a processor or for a disk, or has used processor time.
///
/// Every member is async-signal-safe: plain system calls, and no allocation.
struct BacktraceProgress {
  /// The processor time of the child at the last call, in clock ticks.
  private var lastTicks: UInt64 = 0
  /// How often `isWorking` may be `true`, in case the child never ends.
  private static var rounds: Int { 20 }
  /// How often, in case the child never begins.
  private static var roundsWithoutChild: Int { 3 }
  private var remainingRounds = rounds
  /// The thread that starts the child, and waits for it.
  private var thread: Int32 = 0

  /// Notes that the calling thread starts the child.
  mutating func start() {
    (lastTicks, remainingRounds) = (0, Self.rounds)
    #if MACHO_LINUX
      thread = Self.currentThread
    #endif
  }

  /// Returns whether the child works, or has since the last call. `false` at the 21st call, and on
  /// other systems than Linux.
  mutating func isWorking() -> Bool {
    #if MACHO_LINUX
      defer { remainingRounds -= 1 }
      guard let child = Self.sum(ofFields: 1, after: 0, "/proc/self/task/", thread, "/children"),
        // Fields 14 and 15 of proc_pid_stat(5) are the times in user and kernel mode. The name of
        // the program, "swift-backtrace", contains no blank.
        let ticks = Self.sum(ofFields: 2, after: 13, "/proc/", Int32(child), "/stat")
      else {
        // The runtime stops the other threads before it starts the child.
        return remainingRounds > Self.rounds - Self.roundsWithoutChild
      }
      defer { lastTicks = ticks }
      return remainingRounds > 0 && (ticks > lastTicks || Self.isRunnable(Int32(child)))
    #else
      return false
    #endif
  }

  #if MACHO_LINUX
    /// The kernel's ID of the calling thread: the last number of the link `/proc/thread-self`.
    private static var currentThread: Int32 {
      // SAFETY: here and below, the memory is used in the call only, and no more of it than the
      // capacity.
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        let count = readlink("/proc/thread-self", buffer.baseAddress!, 64)
        var number: Int32 = 0
        for byte in buffer[..<max(0, count)] {
          let digit = UInt8(bitPattern: byte) &- UInt8(ascii: "0")
          number = digit < 10 ? number &* 10 &+ Int32(digit) : 0
        }
        return number
      }
    }

    /// Whether a process runs, or waits for a processor or a disk: field 3 of proc_pid_stat(5).
    private static func isRunnable(_ process: Int32) -> Bool {
      withContents("/proc/", process, "/stat") { bytes in
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")), end + 2 < bytes.endIndex else {
          return false
        }
        return bytes[end + 2] == UInt8(ascii: "R") || bytes[end + 2] == UInt8(ascii: "D")
      } ?? false
    }

    /// Returns the sum of numbers, separated by blanks, of the file `prefix` + `number` + `suffix`.
    private static func sum(
      ofFields count: Int, after skipped: Int, _ prefix: StaticString, _ number: Int32,
      _ suffix: StaticString
    ) -> UInt64? {
      withContents(prefix, number, suffix) { sum(ofFields: count, after: skipped, $0) } ?? nil
    }

    /// Calls a function with the first 1,024 bytes of the file `prefix` + `number` + `suffix`.
    private static func withContents<Result>(
      _ prefix: StaticString, _ number: Int32, _ suffix: StaticString,
      _ body: (Slice<UnsafeMutableBufferPointer<UInt8>>) -> Result
    ) -> Result? {
      // Allocations of at most 1,024 bytes are on the stack.
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
        var end = 0
        func append(_ text: StaticString) {
          for index in 0..<text.utf8CodeUnitCount {
            buffer[end] = text.utf8Start[index]
            end += 1
          }
        }
        append(prefix)
        var divisor: Int32 = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
          buffer[end] = UInt8(ascii: "0") + UInt8(number / divisor % 10)
          (end, divisor) = (end + 1, divisor / 10)
        }
        append(suffix)
        buffer[end] = 0
        guard let path = buffer.baseAddress else { return nil }
        let file = path.withMemoryRebound(to: CChar.self, capacity: end + 1) {
          open($0, O_RDONLY | O_CLOEXEC)
        }
        guard file >= 0 else { return nil }
        defer { close(file) }
        return body(buffer[..<max(0, read(file, path, 1024))])
      }
    }

    private static func sum(
      ofFields count: Int, after skipped: Int, _ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>
    ) -> UInt64? {
      var (field, result, value): (Int, UInt64, UInt64?) = (0, 0, nil)
      for byte in bytes where field < skipped + count {
        if byte == UInt8(ascii: " ") {
          if field >= skipped { result &+= value ?? 0 }
          (field, value) = (field + 1, nil)
        } else if byte &- UInt8(ascii: "0") < 10 {
          value = (value ?? 0) &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
        }
      }
      return field == skipped + count ? result : nil
    }
  #endif
}
