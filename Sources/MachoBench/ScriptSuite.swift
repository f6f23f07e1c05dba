import Foundation

/// Temporary directories with many copies of a script.
@MainActor
enum ScriptSuite {
  private static var directories: [URL] = []

  /// Creates a directory, which exists until `removeAll()`.
  static func makeDirectory(_ count: Int, of script: String) throws -> String {
    let suite = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-bench-\(count)-\(ProcessInfo.processInfo.processIdentifier)")
    directories.append(suite)
    try FileManager.default.createDirectory(at: suite, withIntermediateDirectories: true)
    let text = try Data(contentsOf: URL(fileURLWithPath: script))
    for number in 1...count {
      try text.write(to: suite.appendingPathComponent("\(number).macho"))
    }
    return suite.path
  }

  /// Removes all created directories. If that fails, the system deletes them later.
  static func removeAll() {
    for suite in directories { try? FileManager.default.removeItem(at: suite) }
    directories = []
  }
}
