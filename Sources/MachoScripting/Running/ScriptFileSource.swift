import Foundation
import MachoLocks
import MachoSessions
import MachoValues

/// The files that a script's `@file` can name: its own sections first, then what stands beside it.
struct ScriptFileSource: FileSource {
  private let sections: [String: String]
  private let directory: DirectoryFiles
  private let beside: String
  private let asked = Lock(Asked())

  /// What was asked for so far.
  struct Asked: Hashable, Sendable {
    /// The names of sections.
    var sections: Set<String> = []
    /// The paths of files beside the script, there or not.
    var files: Set<String> = []
    /// The names of sections since they were taken last.
    fileprivate var recentSections: Set<String> = []
  }

  /// The files of a script at a path; `files` are those beside it, where not all may be read.
  init(_ script: Script, path: String, files: DirectoryFiles? = nil) {
    sections = script.files
    beside = path == "-" ? "" : URL(fileURLWithPath: path).deletingLastPathComponent().path
    directory = files ?? (path == "-" ? .current : DirectoryFiles(beside))
  }

  func contents(of name: String) throws -> String {
    if let section = sections[name] {
      asked.withLock {
        $0.sections.insert(name)
        $0.recentSections.insert(name)
      }
      return section
    }
    asked.withLock { _ = $0.files.insert(beside.isEmpty ? name : beside + "/" + name) }
    return try directory.contents(of: name)
  }

  func names(near text: String) -> [String] {
    sections.keys.sorted() + directory.names(near: text).filter { sections[$0] == nil }
  }

  /// What was asked for so far.
  var record: Asked { asked.withLock { $0 } }

  /// The sections that were asked for since the last call.
  func takeRecentSections() -> Set<String> {
    asked.withLock { asked in
      defer { asked.recentSections = [] }
      return asked.recentSections
    }
  }
}
