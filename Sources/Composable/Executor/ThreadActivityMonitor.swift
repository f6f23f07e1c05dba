#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells the main thread whether any other thread of the process has run since it was made.
///
/// A continuation that another thread resumes before its task has suspended leaves no trace in an
/// executor: the task just goes on. But that thread has used processor time. So in a process that
/// has no other thread of its own, other threads' time is work outside of the executor.
///
/// A thread that lives is asked for its own time, and for how often it was put on a processor: a
/// virtual machine may count a few microseconds as stolen, so that the time alone can stand still.
/// The time of a thread that came and went is in the process's sum.
package struct ThreadActivityMonitor {
  /// What the scheduler has counted of one thread.
  private struct Usage: Equatable {
    var nanoseconds: UInt64
    var timesliceCount: String
  }

  private let initialUsages: [Int32: Usage]
  private let initialThreadTime: UInt64
  private let initialProcessTime: UInt64

  /// Begins to watch.
  package init() {
    initialUsages = Self.usages()
    // The process's time is read between the two readings of this thread's, here and at the end,
    // so that what the reading costs is never taken for another thread's time.
    initialThreadTime = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    initialProcessTime = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Whether another thread has run meanwhile.
  package var hasDetectedActivity: Bool {
    let all = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - initialProcessTime
    let own = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - initialThreadTime
    return all > own || Self.usages().contains { $0.value != initialUsages[$0.key] }
  }

  /// Whether the process has one thread; `false` where that cannot be known.
  package static var isSingleThreaded: Bool {
    #if os(Linux)
      // The system counts each thread's directory as a link to the one that holds them, which has two
      // of its own.
      var status = stat()
      return stat("/proc/self/task", &status) == 0 && status.st_nlink == 3
    #else
      return false
    #endif
  }

  /// The usage of each other thread that lives.
  private static func usages() -> [Int32: Usage] {
    #if os(Linux)
      if isSingleThreaded { return [:] }
      // The main thread, which watches, has the number of its process.
      let others = threadIDs().filter { $0 != getpid() }.map { thread in
        // The kernel's encoding of a thread's number as a clock: inverted, above the three bits
        // that say "one thread's" and "what the scheduler counts". A thread that has ended
        // meanwhile has no clock, and its time is in the process's sum.
        (
          thread,
          Usage(
            nanoseconds: nanoseconds(clockid_t(~thread << 3 | 6)),
            timesliceCount: timesliceCount(thread))
        )
      }
      return Dictionary(uniqueKeysWithValues: others)
    #else
      return [:]
    #endif
  }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  #if os(Linux)
    /// How often a thread was put on a processor: the last number of its line in `schedstat`, of
    /// which the other two are not always kept up.
    private static func timesliceCount(_ thread: Int32) -> String {
      guard let file = fopen("/proc/self/task/\(thread)/schedstat", "r") else { return "" }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      guard fgets(&line, Int32(line.count), file) != nil else { return "" }
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      return text.split(separator: " ").last.map(String.init) ?? ""
    }

    /// The numbers of the process's threads.
    private static func threadIDs() -> [Int32] {
      guard let directory = opendir("/proc/self/task") else { return [] }
      defer { closedir(directory) }
      var threads: [Int32] = []
      while let entry = readdir(directory) {
        // The name is an array of bytes that ends with zero; each thread's is its number.
        let thread = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(atoi($0)) }
        }
        if thread > 0 { threads.append(thread) }
      }
      return threads
    }
  #endif
}
