import Foundation

/// What a script is called wherever it is named from: its path below the working directory, or from
/// the root.
struct ScriptName: Hashable {
  /// The path, through no link.
  let path: String
  /// The path as seen from the working directory, if it lies below.
  let name: String

  init(_ path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
    let below = Self.directory == "/" ? "/" : Self.directory + "/"
    name = self.path.hasPrefix(below) ? String(self.path.dropFirst(below.count)) : self.path
  }

  /// The working directory, through no link; it never changes.
  static let directory: String = {
    let resolved = realpath(".", nil)
    defer { free(resolved) }
    return resolved.map { String(cString: $0) } ?? FileManager.default.currentDirectoryPath
  }()
}
