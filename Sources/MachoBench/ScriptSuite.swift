import Foundation

/// Temporary directories with many copies of a script.
@MainActor
enum ScriptSuite {
  private static var directories: [URL] = []

  /// Creates a directory with a number of files with the text of a script. It exists until
  /// `removeAll()`.
  static func makeDirectory(_ count: Int, of text: String) throws -> String {
    let process = ProcessInfo.processInfo.processIdentifier
    let suite = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(directories.count)-\(process)")
    directories.append(suite)
    try FileManager.default.createDirectory(at: suite, withIntermediateDirectories: true)
    for number in 1...count {
      try Data(text.utf8).write(to: suite.appendingPathComponent("\(number).macho"))
    }
    return suite.path
  }

  /// Calls `body` with the path of a script, which exists during the call.
  static func withFile(of text: String, _ body: (String) -> Void) {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(ProcessInfo.processInfo.processIdentifier).macho")
    // Without the file, the process that reads it fails.
    try? Data(text.utf8).write(to: file)
    body(file.path)
    try? FileManager.default.removeItem(at: file)
  }

  /// Removes all created directories. If that fails, the system deletes them later.
  static func removeAll() {
    for suite in directories { try? FileManager.default.removeItem(at: suite) }
    directories = []
  }
}
