import Foundation
import MachoLocks
import MachoSessions
import MachoValues

/// The files that a script's `@file` can name: its own sections first, then what stands beside it.
struct ScriptFileSource: FileSource {
  private let sections: [String: String]
  private let restrictedFiles: DirectoryFiles?
  /// The script's directory, seen from the root; nothing where there is no script.
  private let scriptDirectory: String
  private let reads = Lock(Reads())

  /// What was asked for so far.
  struct Reads: Hashable, Sendable {
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
    scriptDirectory = path == "-" ? "" : Self.directory(of: path)
    restrictedFiles = files
  }

  /// Most scripts ask for no file, and to look for links takes longer than to run some of them.
  private var directory: DirectoryFiles {
    restrictedFiles ?? (scriptDirectory.isEmpty ? .current : DirectoryFiles(scriptDirectory))
  }

  private static func directory(of path: String) -> String {
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.utf8.first == slash
    // Foundation knows what becomes of dots and of homes, and takes its time to begin.
    let isPlain = path.utf8.first != UInt8(ascii: "~") && !hasEmptyOrDotComponent(path.utf8, slash)
    guard isPlain, let working = getcwd(nil, 0) else {
      return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
    defer { free(working) }
    let end = path.utf8.lastIndex(of: slash) ?? path.startIndex
    let directories = String(path[..<end])
    if isAbsolute { return directories.isEmpty ? "/" : directories }
    let here = String(cString: working)
    return directories.isEmpty ? here : (here == "/" ? "" : here) + "/" + directories
  }

  /// Whether a name of a path may be empty, `.` or `..`: it begins with a slash or a dot.
  private static func hasEmptyOrDotComponent(_ path: String.UTF8View, _ slash: UInt8) -> Bool {
    var before: UInt8?
    for byte in path {
      if before == slash || before == nil, byte == UInt8(ascii: ".") { return true }
      if before == slash, byte == slash { return true }
      before = byte
    }
    return before == slash
  }

  func contents(of name: String) throws -> String {
    if let section = sections[name] {
      reads.withLock {
        $0.sections.insert(name)
        $0.recentSections.insert(name)
      }
      return section
    }
    reads.withLock {
      _ = $0.files.insert(scriptDirectory.isEmpty ? name : scriptDirectory + "/" + name)
    }
    return try directory.contents(of: name)
  }

  func names(near text: String) -> [String] {
    sections.keys.sorted() + directory.names(near: text).filter { sections[$0] == nil }
  }

  /// What was asked for so far.
  var recordedReads: Reads { reads.withLock { $0 } }

  /// The sections that were asked for since the last call.
  func takeRecentSections() -> Set<String> {
    reads.withLock { asked in
      defer { asked.recentSections = [] }
      return asked.recentSections
    }
  }
}
