import Foundation
import MachoScripting
import MachoSystem

/// A directory for the files that one subcommand writes.
struct TemporaryOutput {
  let path: String

  init() throws(ToolFailure) {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-mcp-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ToolFailure("failed", "\(FileError("create", url.path, error))")
    }
    path = url.path
  }

  /// The texts of the scripts.
  var scripts: [String] {
    ScriptFiles.find([path]).files.compactMap { file in
      (try? ScriptFiles.read(file)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
