import Foundation
import MachoLocks

/// The start of this process, for limits of time that include the start of the program.
package enum ProcessStart {
  /// The longest start of a program that is taken for one. A process that is older has run another
  /// program before.
  private static let limit = Duration.seconds(2)

  /// Returns when the process started. Returns the present time if that is unknown, or if the process
  /// has run another program before this one.
  package static func instant() -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    guard let age, age > .zero, age < limit else { return now }
    return now - age
  }

  #if MACHO_LINUX
    /// The age of the process, in steps of the kernel's ticks.
    private static var age: Duration? {
      guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
        let nameEnd = text.lastIndex(of: ")")
      else { return nil }
      // The fields after the name begin with the third one. The 22nd is the start, in ticks since the
      // machine has started.
      let fields = text[nameEnd...].split(separator: " ").dropFirst()
      guard fields.count > 19, let ticks = Int(fields[fields.startIndex + 19]) else { return nil }
      var now = timespec()
      clock_gettime(CLOCK_BOOTTIME, &now)
      let start = Duration.seconds(ticks) / Int(sysconf(Int32(_SC_CLK_TCK)))
      return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - start
    }
  #else
    private static var age: Duration? { nil }
  #endif
}
