#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Replaces the contents of files atomically: a reader, or a power failure, sees either the old or
/// the new contents.
package enum AtomicFile {
  /// Writes bytes to a path. Follows symbolic links and keeps the file's mode.
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    let target = try destination(of: path)
    let mode = try self.mode(of: target)
    let (temporary, descriptor) = try open(beside: target)
    do throws(FileError) {
      do throws(FileError) {
        if let mode, fchmod(descriptor, mode) != 0 { throw FileError("set the mode of", target) }
        try write(bytes, to: descriptor, target)
        if fsync(descriptor) != 0 { throw FileError("write", target) }
      } catch {
        _ = close(descriptor)
        throw error
      }
      if close(descriptor) != 0 { throw FileError("write", target) }
      if rename(temporary, target) != 0 { throw FileError("replace", target) }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronize(directory(of: target))
  }

  /// Returns the path to write: a link's target, so that the link itself is not replaced.
  private static func destination(of path: String) throws(FileError) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var status = stat()
    guard errno == ENOENT, lstat(path, &status) != 0 else { throw FileError("find", path) }
    return path
  }

  /// Returns the permissions of the existing file, or `nil` if there is none.
  private static func mode(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw FileError("inspect", path)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("replace", path, reason: "it is not a regular file")
    }
    return status.st_mode & 0o7777
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func open(beside path: String) throws(FileError) -> (String, Int32) {
    let directory = directory(of: path)
    for _ in 0..<100 {
      let name = "\(directory)/.macho-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
      let descriptor = openExclusively(name)
      if descriptor >= 0 { return (name, descriptor) }
      if errno != EEXIST && errno != EINTR { break }
    }
    throw FileError("create a file in", directory)
  }

  /// Opens a new file. `O_EXCL` prevents writing through a link planted by another user.
  private static func openExclusively(_ path: String) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    #elseif canImport(Musl)
      Musl.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    #else
      Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    #endif
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        systemWrite(descriptor, buffer)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileError("write", path)
      }
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Syncs the directory, which stores the rename.
  ///
  /// Some file systems do not support this. Then only the guarantee for power failures is lost.
  private static func synchronize(_ directory: String) {
    guard let stream = opendir(directory) else { return }
    _ = fsync(dirfd(stream))
    closedir(stream)
  }
}
