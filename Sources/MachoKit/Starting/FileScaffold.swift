import Foundation

/// Files that are all written, or none: what is there is never replaced.
struct FileScaffold {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The files by their paths below a directory.
  let files: [(path: String, text: String)]

  /// Writes them, and the directories that they need.
  func write(below directory: String) throws(Failure) {
    let base = URL(fileURLWithPath: directory)
    let there = files.map(\.path).filter {
      (try? base.appendingPathComponent($0).checkResourceIsReachable()) ?? false
    }
    guard there.isEmpty else {
      throw Failure(
        description: "file-exists: \(there.joined(separator: " and ")) "
          + "\(there.count == 1 ? "is" : "are") there already, so nothing was written")
    }
    var made: [URL] = []
    do {
      for file in files {
        let url = base.appendingPathComponent(file.path)
        made += try makeDirectories(url.deletingLastPathComponent())
        try Data(file.text.utf8).write(to: url, options: .withoutOverwriting)
        made.append(url)
      }
    } catch {
      // Only what was made here: a directory with something else in it stays.
      for url in made.reversed() { _ = url.withUnsafeFileSystemRepresentation { remove($0!) } }
      throw Failure(
        description: "not-written: \(error.localizedDescription); nothing of it is left")
    }
  }

  /// Makes a directory and those around it, and returns the new ones, the outermost first.
  private func makeDirectories(_ url: URL) throws -> [URL] {
    var missing: [URL] = []
    var next = url
    while !FileManager.default.fileExists(atPath: next.path) {
      missing.append(next)
      next.deleteLastPathComponent()
    }
    for url in missing.reversed() {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }
    return missing.reversed()
  }
}
