import Foundation
import MachoExploration
import MachoSystem

/// A file that a child process maps to record its present run. What a crashed process has written
/// is still in it.
final class ChoiceLogFile {
  let log: ChoiceLog
  private let memory: UnsafeMutableRawPointer

  /// Maps a file, which is created if it is missing. Returns `nil` on error.
  init?(_ path: String) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard Self.allocate(file),
      let memory = mmap(
        nil, ChoiceLog.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return nil }
    self.memory = memory
    // SAFETY: a mapping begins at a page, and has the size of a log. `deinit` unmaps it, and this
    // object retains its log, whose users do not outlive it.
    log = ChoiceLog(memory: memory)
  }

  /// Gives a new file its size. All of it is written, because a page that a full disk has no room for
  /// would end the process when it is used.
  private static func allocate(_ file: Int32) -> Bool {
    var status = stat()
    guard fstat(file, &status) == 0 else { return false }
    let missing = ChoiceLog.byteCount - Int(status.st_size)
    guard missing > 0 else { return true }
    return tryWriting([UInt8](repeating: 0, count: missing), to: file, at: status.st_size) == 0
  }

  deinit { munmap(memory, ChoiceLog.byteCount) }
}
