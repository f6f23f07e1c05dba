import Foundation
import MachoSystem

/// Returns the descriptor of an unnamed file that is appended to. It disappears when the process ends,
/// and a new program inherits it only if close-on-exec is cleared. Returns `nil` on error.
func makeUnnamedFile() -> Int32? {
  guard let (file, path) = makeTemporaryFile(NSTemporaryDirectory() + "macho-") else { return nil }
  unlink(path)
  _ = fcntl(file, F_SETFL, O_APPEND)
  return file
}
