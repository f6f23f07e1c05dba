import Foundation
import MachoSessions

/// Finds scripts that are only parts of others: they open no feature, and a script that does sources them.
/// By themselves they would fail.
package struct SourcedFiles {
  /// What decides whether a file is a whole script.
  private struct Contents {
    var opensFeature = false
    /// The names in the `source` lines that are always run.
    var sourcedNames: [String] = []
  }

  private var contents: [ResolvedPath: Contents] = [:]

  private init() {}

  /// Returns the scripts among `paths` that are only parts of others, each with the path of the first of
  /// these.
  package static func find(in paths: [String]) -> [String: String] {
    // PERFORMANCE: most scripts open a feature in their first lines, and most suites have no other ones.
    guard paths.count > 1, paths.contains(where: { !opensFeatureAtStart($0) }) else { return [:] }
    var files = Self()
    var wholes: Set<String> = []
    var sources: [ResolvedPath: String] = [:]
    for path in paths {
      let reached = files.filesReached(from: path)
      guard reached.contains(where: { files.contents[$0]?.opensFeature ?? false }) else { continue }
      wholes.insert(path)
      for file in reached where sources[file] == nil { sources[file] = path }
    }
    return Dictionary(
      paths.filter { !wholes.contains($0) }.compactMap { path in
        sources[ResolvedPath(path)].map { (path, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func opensFeatureAtStart(_ path: String) -> Bool {
    guard let text = text(of: path) else { return false }
    let start = String(decoding: text.utf8.prefix(1 << 10), as: UTF8.self)
    return linesIgnoringCR(of: start).contains { Line($0).openedFeatureName != nil }
  }

  /// Returns a script and the files that it sources, directly or not. Names are relative to the script.
  private mutating func filesReached(from path: String) -> Set<ResolvedPath> {
    let directory = (path as NSString).deletingLastPathComponent
    var reached: Set<ResolvedPath> = []
    var next = [path]
    while let path = next.popLast() {
      let file = ResolvedPath(path)
      guard reached.insert(file).inserted else { continue }
      let found = contents[file] ?? Self.contents(of: path)
      contents[file] = found
      next += found.sourcedNames.map { name in
        directory.isEmpty ? name : directory + "/" + name
      }
    }
    return reached
  }

  /// Reads a file, with its sections. A file that cannot be read is empty.
  private static func contents(of path: String) -> Contents {
    guard let text = text(of: path) else { return Contents() }
    let lines = logicalLines(of: text).map { Line($0.text) }
    return Contents(
      opensFeature: lines.contains { $0.openedFeatureName != nil },
      sourcedNames: lines.filter { $0.conditions.isEmpty && $0.expectedFailure == nil }
        .compactMap(\.sourcedName).filter { !$0.isEmpty })
  }

  private static func text(of path: String) -> String? {
    guard ScriptFiles.isRegular(path), let bytes = try? ScriptFiles.read(path) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
