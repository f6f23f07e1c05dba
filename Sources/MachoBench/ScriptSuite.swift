import Foundation

/// Directories with many copies of a script.
@MainActor
enum ScriptSuite {
  private static var directories: [URL] = []

  /// Makes one, which is there until `removeAll`.
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

  /// Removes all that were made. One that stays behind is the system's to clear away.
  static func removeAll() {
    for suite in directories { try? FileManager.default.removeItem(at: suite) }
    directories = []
  }
}
