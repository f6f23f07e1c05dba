import Foundation
import MachoSystem

/// What identifies a version of a file: its modification time, size and inode.
struct FileStamp: Hashable, Sendable {
  /// Nanoseconds since 1970.
  var modified: Int64 = 0
  var size: Int64 = 0
  var inode: UInt64 = 0

  /// The stamp of a missing file.
  static let absent = Self()

  /// Reads the stamp of the file at a path. Follows symbolic links.
  static func read(_ path: String) -> Self {
    var status = stat()
    guard stat(path, &status) == 0 else { return absent }
    return Self(
      modified: modificationTime(status),
      size: Int64(status.st_size), inode: UInt64(status.st_ino))
  }

  /// Reads the stamps of all files below a directory, except those whose names begin with a dot. Follows symbolic
  /// links, of which 'macho init' makes one to the sources of an app, and reads each directory once.
  static func readAll(below directory: String) -> [String: Self] {
    var stamps: [String: Self] = [:]
    var directories = [directory]
    var visited: Set<[UInt64]> = []
    while let directory = directories.popLast() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      for name in names where !name.hasPrefix(".") {
        let path = directory + "/" + name
        var status = stat()
        guard stat(path, &status) == 0 else { continue }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          let isNew = visited.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
          if isNew { directories.append(path) }
        case S_IFREG: stamps[path] = read(path)
        default: continue
        }
      }
    }
    return stamps
  }
}
