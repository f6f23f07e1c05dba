import MachoLocks

/// The advisory locks with which sessions and writers of files notice each other.
///
/// A recording has a shared lock for as long as it lasts. A writer has an exclusive lock for the
/// moment in which it replaces a file. File systems without locks have none of this.
package enum FileLock {
  /// The result of locking a file that is about to be replaced.
  enum Result {
    /// The file is locked until its descriptor is closed.
    case locked
    /// Another writer had the lock and has ended.
    case released
    /// A session is recording to the file, or another writer has just replaced it: then the path names
    /// another file.
    case recorded
  }

  /// Locks a file that is about to be replaced. Waits for other writers.
  static func lock(_ descriptor: Int32) -> Result {
    if apply(LOCK_EX | LOCK_NB, descriptor) { return .locked }
    // Without support for locks there is nothing to wait for.
    guard errno == EWOULDBLOCK else { return .locked }
    if apply(LOCK_SH | LOCK_NB, descriptor) {
      // A writer that had the lock may have ended between the two calls.
      return apply(LOCK_EX | LOCK_NB, descriptor) ? .locked : .recorded
    }
    _ = apply(LOCK_SH, descriptor)
    return .released
  }

  /// Marks a file as one that is being recorded, until its descriptor is closed.
  package static func markRecorded(_ descriptor: Int32) { _ = apply(LOCK_SH, descriptor) }

  /// Removes the mark.
  package static func removeMark(_ descriptor: Int32) { _ = apply(LOCK_UN, descriptor) }

  private static func apply(_ operation: Int32, _ descriptor: Int32) -> Bool {
    while flock(descriptor, operation) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
