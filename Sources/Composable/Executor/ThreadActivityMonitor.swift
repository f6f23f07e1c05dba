#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Detects whether another thread of the process has run since this value was created. Only for the
/// main thread.
///
/// A continuation that another thread resumes before its task has suspended leaves no trace in an
/// executor: the task continues. But that thread has used processor time. In a process that has no
/// other thread of its own, the time of other threads therefore is external work.
///
/// For a live thread this compares its processor time and its number of time slices. A virtual
/// machine may count a few microseconds as stolen, so the time alone may not change. The time of a
/// thread that has exited is included in the process's time.
package struct ThreadActivityMonitor {
  /// The scheduler's counts for one thread.
  private struct Usage: Equatable {
    var nanoseconds: UInt64
    var timesliceCount: String
  }

  private let initialUsages: [Int32: Usage]
  private let initialThreadTime: UInt64
  private let initialProcessTime: UInt64

  /// Records the current usage, with which later usage is compared.
  package init() {
    initialUsages = Self.usages()
    // ORDER: the process's time is read between the two readings of this thread's time, here and in
    // `hasDetectedActivity`. The cost of reading is therefore never attributed to another thread.
    initialThreadTime = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID)
    initialProcessTime = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Whether another thread has run since this value was created.
  package var hasDetectedActivity: Bool {
    let processTime = Self.nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - initialProcessTime
    let threadTime = Self.nanoseconds(CLOCK_THREAD_CPUTIME_ID) - initialThreadTime
    return processTime > threadTime || Self.usages().contains { $0.value != initialUsages[$0.key] }
  }

  /// Whether the process has exactly one thread. `false` on platforms where this is unknown.
  package static var isSingleThreaded: Bool {
    #if os(Linux)
      // The link count of the directory is two, plus one for each thread.
      var status = stat()
      return stat("/proc/self/task", &status) == 0 && status.st_nlink == 3
    #else
      return false
    #endif
  }

  /// Returns the usage of each other live thread.
  private static func usages() -> [Int32: Usage] {
    #if os(Linux)
      if isSingleThreaded { return [:] }
      // This runs on the main thread, whose thread ID is the process ID.
      let others = threadIDs().filter { $0 != getpid() }.map { thread in
        // The kernel encodes a thread's CPU clock as the inverted thread ID above three bits. Those
        // bits say "of one thread" and "scheduler's count". A thread that has exited meanwhile has
        // no clock, and its time is included in the process's time.
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
    /// Returns how many time slices a thread got: the last number in its `schedstat`. The other two
    /// numbers are not always updated.
    private static func timesliceCount(_ thread: Int32) -> String {
      guard let file = fopen("/proc/self/task/\(thread)/schedstat", "r") else { return "" }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 128)
      guard fgets(&line, Int32(line.count), file) != nil else { return "" }
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      return text.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Returns the IDs of the process's threads.
    private static func threadIDs() -> [Int32] {
      guard let directory = opendir("/proc/self/task") else { return [] }
      defer { closedir(directory) }
      var threads: [Int32] = []
      while let entry = readdir(directory) {
        // A name is a null-terminated array of bytes. For a thread it is the thread ID.
        let thread = withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(atoi($0)) }
        }
        if thread > 0 { threads.append(thread) }
      }
      return threads
    }
  #endif
}
