#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells whether any other thread of the process has run since it was made.
///
/// A continuation that another thread resumes before its task has suspended leaves no trace in an
/// executor: the task just goes on. But the other thread has run, and the processor time of a
/// process is the sum of its threads'. So in a process that has no other thread of its own, other
/// threads' time is time of work outside of the executor.
package struct OtherThreads {
  private let own: UInt64
  private let all: UInt64

  /// Begins to watch.
  package init() {
    // The process's time is read between the two readings of this thread's, here and at the end,
    // so that what the reading costs is never taken for another thread's time.
    own = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    all = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Whether another thread has run meanwhile.
  package var haveRun: Bool {
    let all = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - all
    let own = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - own
    return all > own
  }

  /// Whether the calling thread is the only one; `false` where that cannot be known.
  package static var isThisTheOnlyThread: Bool {
    #if os(Linux)
      guard let directory = opendir("/proc/self/task") else { return false }
      defer { closedir(directory) }
      var count = 0
      while let entry = readdir(directory) {
        // Each thread is a directory named by its number; the others begin with a dot.
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
      }
      return count == 1
    #else
      return false
    #endif
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
