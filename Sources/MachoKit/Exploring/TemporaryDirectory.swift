import Foundation
import MachoSystem

/// A new directory for the files of one command.
struct TemporaryDirectory {
  let path: String

  init() throws(FileError) {
    var template = Array((NSTemporaryDirectory() + "macho-XXXXXX").utf8CString)
    guard let path = mkdtemp(&template) else {
      throw FileError("create a directory in", NSTemporaryDirectory())
    }
    self.path = String(cString: path)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
