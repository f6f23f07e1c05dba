import MachoLocks

/// The threads of this process.
package enum ProcessThreads {
  /// Whether the process has exactly one thread. `false` on platforms where this is unknown.
  package static var isSingle: Bool {
    #if MACHO_LINUX
      // The link count of the directory is two, plus one for each thread.
      var status = stat()
      return stat("/proc/self/task", &status) == 0 && status.st_nlink == 3
    #else
      return false
    #endif
  }
}
