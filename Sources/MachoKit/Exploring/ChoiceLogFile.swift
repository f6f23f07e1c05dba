import Foundation
import MachoExploration

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
    guard ftruncate(file, off_t(ChoiceLog.byteCount)) == 0,
      let memory = mmap(
        nil, ChoiceLog.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return nil }
    self.memory = memory
    // SAFETY: a mapping begins at a page, and has the size of a log. `deinit` unmaps it, and this
    // object retains its log, whose users do not outlive it.
    log = ChoiceLog(memory: memory)
  }

  deinit { munmap(memory, ChoiceLog.byteCount) }
}
