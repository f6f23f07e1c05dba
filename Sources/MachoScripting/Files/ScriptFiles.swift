import Foundation
import MachoSystem

/// Finds and reads scripts.
package enum ScriptFiles {
  /// The maximum size of a script, in bytes.
  package static let sizeLimit = 64 << 20

  /// Returns the scripts at paths: files with any name, and the `.macho` files of directories at any
  /// depth, sorted. A directory may have none.
  ///
  /// Ignores hidden directories and links to directories.
  ///
  /// - Parameter includingProperties: Whether files of properties in directories are scripts. Default:
  ///   `false`.
  package static func find(
    _ paths: [String], includingProperties: Bool = false
  ) -> (files: [String], errors: [FileError]) {
    var files: [String] = []
    var errors: [FileError] = []
    var seen: Set<ResolvedPath> = []
    for path in paths {
      do throws(FileError) {
        for file in try find(path, includingProperties, &errors)
        where seen.insert(ResolvedPath(file)).inserted {
          files.append(file)
        }
      } catch {
        errors.append(error)
      }
    }
    return (files, errors)
  }

  private static func find(
    _ path: String, _ includingProperties: Bool, _ errors: inout [FileError]
  ) throws(FileError) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError("find", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      try checkKind(status, path)
      return [path]
    }
    var found: [String] = []
    try collect(path, suffix, &found, &errors)
    return includingProperties ? found : found.filter { !$0.hasSuffix(PropertiesFile.suffix) }
  }

  private static let suffix = ".macho"

  /// Returns the scripts that have a pending file, even if the script itself is missing.
  ///
  /// A path is a script, its pending file, or a directory to search.
  package static func findPending(_ paths: [String]) -> (scripts: [String], errors: [FileError]) {
    var scripts: [String] = []
    var errors: [FileError] = []
    var seen: Set<ResolvedPath> = []
    for path in paths {
      do throws(FileError) {
        for script in try findPending(path, &errors)
        where seen.insert(ResolvedPath(PendingFile.path(of: script))).inserted {
          scripts.append(script)
        }
      } catch {
        errors.append(error)
      }
    }
    return (scripts, errors)
  }

  private static func findPending(
    _ path: String, _ errors: inout [FileError]
  ) throws(FileError) -> [String] {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      var found: [String] = []
      try collect(path, suffix + PendingFile.suffix, &found, &errors)
      return found.map { String($0.dropLast(PendingFile.suffix.utf8.count)) }
    }
    if exists(PendingFile.path(of: path)) { return [path] }
    guard exists(path) else { throw FileError("find", path) }
    guard path.hasSuffix(PendingFile.suffix) else { return [] }
    return [String(path.dropLast(PendingFile.suffix.utf8.count))]
  }

  /// Whether a file exists at a path. A broken link counts.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Whether a path is a regular file, which can be read more than once.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func collect(
    _ directory: String, _ suffix: String, _ found: inout [String], _ errors: inout [FileError]
  ) throws(FileError) {
    let prefix = directory.hasSuffix("/") ? directory : directory + "/"
    for entry in try DirectoryEntry.entries(of: directory) where !entry.isHidden {
      var status = stat()
      guard let name = entry.name else {
        // What cannot be named cannot be reported by name, so nothing in it is run.
        guard entry.isDirectory || entry.hasSuffix(suffix) else { continue }
        errors.append(
          FileError("read", prefix + entry.printableName, reason: "its name is not UTF-8"))
        continue
      }
      let path = prefix == "./" ? name : prefix + name
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR {
        try collect(path, suffix, &found, &errors)
      } else if name.hasSuffix(suffix) {
        // A broken link counts as an unreadable script, so that it is reported.
        let isBroken = stat(path, &status) != 0
        if isBroken || status.st_mode & S_IFMT == S_IFREG { found.append(path) }
      }
    }
  }

  /// Returns the bytes of a script, or of another file with another limit. `-` is standard input.
  package static func read(_ path: String, limit: Int = sizeLimit) throws(FileError) -> [UInt8] {
    if path == "-" { return try readBytes(of: STDIN_FILENO, path, expected: 0, limit) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw FileError("read", path) }
    try checkKind(status, path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("read", path) }
    defer { close(descriptor) }
    return try readBytes(of: descriptor, path, expected: min(Int(status.st_size), limit), limit)
  }

  /// Returns what a run of a script consists of: its cases if it is a specification, else `nil`. So
  /// does a file that cannot be read or parsed, whose run reports the error.
  package static func runs(of path: String) -> [ScriptCase?] {
    // PERFORMANCE: most scripts have no heading of a specification, and are parsed when they run.
    guard exists(path), let bytes = try? read(path), Spec.mayOccur(in: bytes),
      let cases = try? ScriptValidator.parse(bytes).spec?.cases, !cases.isEmpty
    else { return [nil] }
    return cases
  }

  /// Reads at most `limit` bytes, because standard input may be endless.
  private static func readBytes(
    of descriptor: Int32, _ path: String, expected: Int, _ limit: Int
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var capacity = max(expected + 1, 1 << 12)
    while bytes.count <= limit {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = errno }
        count = max(0, result)
      }
      if failure == EINTR { continue }
      guard failure == 0 else {
        throw FileError("read", path, reason: String(cString: strerror(failure)))
      }
      if chunk.isEmpty { break }
      bytes += chunk
      capacity = 1 << 16
    }
    guard bytes.count <= limit else {
      throw FileError(
        "read", path, reason: "it is larger than \(limit >> 20) MB")
    }
    return bytes
  }

  /// Throws unless a path is a regular file or an inherited pipe, as of a shell's `<(...)`.
  ///
  /// A device may be endless, and reading a named pipe without a writer blocks.
  private static func checkKind(_ status: stat, _ path: String) throws(FileError) {
    let reason: String
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFIFO where isInherited(path): return
    case S_IFIFO: reason = "it is a named pipe"
    case S_IFDIR: reason = "it is a directory"
    case S_IFCHR, S_IFBLK: reason = "it is a device"
    default: reason = "it is not a regular file"
    }
    throw FileError("read", path, reason: reason)
  }

  /// Whether a path names a descriptor that the process was started with.
  private static func isInherited(_ path: String) -> Bool {
    path == "/dev/stdin" || path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/")
  }
}

/// The path of a file without links, so that `a` and `./a` are equal.
struct ResolvedPath: Hashable {
  private let path: String

  init(_ path: String) {
    let resolved = realpath(path, nil)
    defer { free(resolved) }
    self.path = resolved.map { String(cString: $0) } ?? path
  }
}
