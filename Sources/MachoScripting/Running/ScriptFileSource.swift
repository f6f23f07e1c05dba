import Foundation
import MachoLocks
import MachoSessions
import MachoValues

/// The files that a script's `@file` can read: its own sections first, then files in its directory.
package struct ScriptFileSource: FileSource {
  private let sections: [String: String]
  private let restrictedFiles: DirectoryFiles?
  /// The absolute path of the script's directory. Empty for standard input.
  private let scriptDirectory: String
  private let reads = Lock(Reads())

  /// The sections and files that were requested.
  struct Reads: Hashable, Sendable {
    /// The names of sections.
    var sections: Set<String> = []
    /// The paths of files, including missing ones.
    var files: Set<String> = []
    /// What was read since the last `takeRecentReads()`, by name.
    fileprivate var recent: [String: String] = [:]
  }

  /// Creates the file source of a script.
  ///
  /// - Parameter files: The files that may be read. Default: all files in the script's directory.
  init(_ script: Script, path: String, files: DirectoryFiles? = nil) {
    self.init(sections: script.files, path: path, files: files)
  }

  /// Creates the file source of a script with these sections.
  ///
  /// - Parameter files: The files that may be read. Default: all files in the script's directory.
  package init(sections: [String: String], path: String, files: DirectoryFiles? = nil) {
    self.sections = sections
    scriptDirectory = path == "-" ? "" : Self.directory(of: path)
    restrictedFiles = files
  }

  /// The files in the script's directory.
  ///
  /// PERFORMANCE: created on demand. Most scripts read no file, and resolving links takes longer
  /// than running a short script.
  private var directory: DirectoryFiles {
    restrictedFiles ?? (scriptDirectory.isEmpty ? .current : DirectoryFiles(scriptDirectory))
  }

  private static func directory(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.utf8.first == slash
    // PERFORMANCE: only Foundation resolves dots and '~', but its first use is slow.
    let isPlain = path.utf8.first != UInt8(ascii: "~") && !hasEmptyOrDotComponent(path.utf8, slash)
    guard isPlain, let working = getcwd(nil, 0) else {
      return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    defer { free(working) }
    let end = path.utf8.lastIndex(of: slash) ?? path.startIndex
    let directories = String(path[..<end])
    if isAbsolute { return directories.isEmpty ? "/" : directories }
    let workingPath = String(cString: working)
    return directories.isEmpty
      ? workingPath : (workingPath == "/" ? "" : workingPath) + "/" + directories
  }

  /// Whether a path component may be empty, `.` or `..`: it begins with a slash or a dot.
  private static func hasEmptyOrDotComponent(_ path: String.UTF8View, _ slash: UInt8) -> Bool {
    var before: UInt8?
    for byte in path {
      if before == slash || before == nil, byte == UInt8(ascii: ".") { return true }
      if before == slash, byte == slash { return true }
      before = byte
    }
    return before == slash
  }

  package func contents(of name: String) throws -> String {
    if let section = sections[name] {
      reads.withLock {
        $0.sections.insert(name)
        $0.recent[name] = section
      }
      return section
    }
    reads.withLock {
      _ = $0.files.insert(scriptDirectory.isEmpty ? name : scriptDirectory + "/" + name)
    }
    let contents = try directory.contents(of: name)
    reads.withLock { $0.recent[name] = contents }
    return contents
  }

  package func has(_ name: String) -> Bool {
    if sections[name] != nil { return true }
    if let restrictedFiles { return restrictedFiles.has(name) }
    // PERFORMANCE: see `directory`.
    return access(scriptDirectory.isEmpty ? name : scriptDirectory + "/" + name, F_OK) == 0
  }

  package func names(near text: String) -> [String] {
    sections.keys.sorted() + directory.names(near: text).filter { sections[$0] == nil }
  }

  /// The sections and files that were requested so far.
  var recordedReads: Reads { reads.withLock { $0 } }

  /// Returns and clears the contents of the sections and files that were read since the last call.
  package func takeRecentReads() -> [String: String] {
    reads.withLock { reads in
      defer { reads.recent = [:] }
      return reads.recent
    }
  }
}
