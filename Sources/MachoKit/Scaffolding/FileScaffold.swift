import Foundation
import MachoScripting
import MachoSystem

/// Files that are written all or none. Existing files are never replaced.
struct FileScaffold {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The files, with paths relative to a directory.
  let files: [(path: String, text: String)]

  /// Writes the files and the directories that they need.
  func write(below directory: String) throws(Failure) {
    let base = URL(fileURLWithPath: directory)
    let existing = files.map(\.path).filter {
      (try? base.appendingPathComponent($0).checkResourceIsReachable()) ?? false
    }
    guard existing.isEmpty else {
      throw Failure(
        description: "file-exists: \(existing.joined(separator: " and ")) "
          + "already \(existing.count == 1 ? "exists" : "exist"); nothing was written")
    }
    var created: [URL] = []
    do throws(FileError) {
      for file in files {
        let url = base.appendingPathComponent(file.path)
        try makeDirectories(url.deletingLastPathComponent(), &created)
        try AtomicFile.write(Array(file.text.utf8), to: url.path, overwriting: false)
        created.append(url)
      }
    } catch {
      // Remove only what was created here: a directory with other contents stays.
      for url in created.reversed() { _ = url.withUnsafeFileSystemRepresentation { remove($0!) } }
      throw Failure(
        description: "not-written: \(error); what was written before is removed")
    }
  }

  /// Creates a directory and its missing parents. Appends the new ones, outermost first.
  private func makeDirectories(_ url: URL, _ created: inout [URL]) throws(FileError) {
    var missing: [URL] = []
    var next = url
    while !FileManager.default.fileExists(atPath: next.path) {
      missing.append(next)
      next.deleteLastPathComponent()
    }
    for url in missing.reversed() {
      try FileError.converting("create", url.path) {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      }
      created.append(url)
    }
  }
}
