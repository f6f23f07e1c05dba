import Foundation

/// A script's canonical name: its path below the working directory, or its absolute path.
struct ScriptName: Hashable {
  /// The path with symbolic links resolved.
  let path: String
  /// The path relative to the working directory, if it is below it.
  let name: String

  init(_ path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
    let below = Self.directory == "/" ? "/" : Self.directory + "/"
    name = self.path.hasPrefix(below) ? String(self.path.dropFirst(below.count)) : self.path
  }

  /// The working directory with symbolic links resolved. It never changes.
  static let directory: String = {
    let resolved = realpath(".", nil)
    defer { free(resolved) }
    return resolved.map { String(cString: $0) } ?? FileManager.default.currentDirectoryPath
  }()
}
