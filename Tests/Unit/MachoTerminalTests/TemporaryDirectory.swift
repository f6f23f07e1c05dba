import Foundation
import MachoSystem

/// A directory that is removed after the test.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array(((environmentVariable("TMPDIR") ?? "/tmp") + "/macho-XXXXXX").utf8CString)
    guard let name = mkdtemp(&template) else {
      throw Pseudoterminal.Failure(description: "no temporary directory: errno \(errno)")
    }
    path = String(cString: name)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Returns the permission bits of a file, or `nil` if it does not exist.
func permissions(of path: String) -> mode_t? {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
}

/// Returns the contents of a file.
func bytes(of path: String) -> [UInt8] {
  let file = open(path, O_RDONLY)
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 64 << 10)
  while case .bytes(let chunk) = ReadResult.next(from: file, into: &buffer) { bytes += chunk }
  return bytes
}
