import Foundation

/// Returns the descriptor of an unnamed file that is appended to. It disappears when the process ends,
/// and a new program inherits it only if close-on-exec is cleared. Returns `nil` on error.
func makeUnnamedFile() -> Int32? {
  var template = Array((NSTemporaryDirectory() + "macho-XXXXXX").utf8CString)
  let file = mkstemp(&template)
  guard file >= 0 else { return nil }
  unlink(template)
  _ = fcntl(file, F_SETFL, O_APPEND)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  return file
}
