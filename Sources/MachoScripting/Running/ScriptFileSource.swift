import Foundation
import MachoSessions
import MachoValues

/// The files that a script's `@file` can name: its own sections first, then what stands beside it.
struct ScriptFileSource: FileSource {
  private let sections: [String: String]
  private let directory: DirectoryFiles

  init(_ script: Script, path: String) {
    sections = script.files
    directory =
      path == "-"
      ? .current : DirectoryFiles(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  func contents(of name: String) throws -> String {
    if let section = sections[name] { return section }
    return try directory.contents(of: name)
  }
}
