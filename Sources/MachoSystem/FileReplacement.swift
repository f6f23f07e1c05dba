import MachoLocks

/// The new contents of a regular file, which replace the old ones at once.
///
/// They are written to a temporary file in the same directory. `publish()` flushes it to the disk and
/// gives it the name. If that never happens, the old file stays and the temporary file is removed.
///
/// Symbolic links are followed. The new file has the mode of the old one and, where the system
/// permits it, its owner and group. Other hard links keep the old contents.
///
/// A file that cannot be written to is not replaced, nor is one to which a session records: the
/// recording's descriptor has a shared lock.
package final class FileReplacement {
  /// The descriptor of the new contents.
  package let descriptor: Int32
  /// The path for messages.
  private let path: String
  /// The path with symbolic links resolved.
  private let target: String
  private let overwriting: Bool
  private let operation: String
  /// The name of the temporary file. `nil` if it has none.
  private var temporary: String?
  private var keepsDescriptor = false

  /// Creates a temporary file. Throws if the path cannot be replaced.
  ///
  /// - Parameters:
  ///   - overwriting: Whether a file that is not empty is replaced. Default: `true`.
  ///   - followsLink: Whether a symbolic link at the path is followed; otherwise it is an error.
  ///     Default: `true`.
  ///   - isNamed: Whether the temporary file has a name from the start, so that another program can
  ///     write to it. Default: `false` (only where the system has no unnamed files).
  ///   - createsDirectories: Whether missing directories of the path are created. Default: `false`.
  ///   - operation: A verb for the message about a file that is not overwritten. Default: `write`.
  package init(
    of path: String, overwriting: Bool = true, followsLink: Bool = true, isNamed: Bool = false,
    createsDirectories: Bool = false, operation: String = "write"
  ) throws(FileError) {
    self.path = path
    self.overwriting = overwriting
    self.operation = operation
    target = try Self.resolve(path, followsLink: followsLink)
    let old = try Self.status(of: target, path)
    if let old {
      try Self.requireReplaceable(old, path, overwriting, operation)
      guard access(target, W_OK) == 0 else { throw FileError("write", path) }
    }
    let directory = Self.directory(of: target)
    if createsDirectories { try Self.createMissing(directory) }
    // A file of another mode must not be readable by others before it has that mode.
    let mode: mode_t = old == nil ? 0o666 : 0o600
    if !isNamed, let unnamed = UnnamedTemporaryFile.open(in: directory, mode) {
      descriptor = unnamed
    } else {
      let named = try Self.openNamed(in: directory, path, mode)
      (temporary, descriptor) = (named.path, named.descriptor)
    }
    if let old { try adopt(old) }
  }

  deinit {
    if !keepsDescriptor { _ = close(descriptor) }
    if let temporary { unlink(temporary) }
  }

  /// The path of the temporary file of `isNamed`.
  package var temporaryPath: String? { temporary }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    let error = tryWriting(bytes, to: descriptor)
    if error != 0 { throw FileError("write", path, number: error) }
  }

  /// Replaces the file. Call it once, after the last write.
  ///
  /// - Parameters:
  ///   - keepingDescriptor: Whether the descriptor stays open for its new owner. Then it gets the lock
  ///     of a recording. Default: `false`.
  ///   - hasLock: Whether the caller has locked the old file. Default: `false`.
  package func publish(
    keepingDescriptor: Bool = false, hasLock: Bool = false
  ) throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError("write", path) }
    if keepingDescriptor { FileLock.markRecorded(descriptor) }
    try replaceTarget(hasLock: hasLock)
    keepsDescriptor = keepingDescriptor
    Self.synchronize(Self.directory(of: target))
  }

  // MARK: Replacing

  /// Gives the contents the name of the target.
  ///
  /// ORDER: who replaces a file holds its lock and has checked that the path still names it, so two
  /// processes do not replace the same file. Who creates it does so by a link, which fails if another
  /// process was faster.
  private func replaceTarget(hasLock: Bool) throws(FileError) {
    for _ in 0..<100 {
      let old = openForLock()
      guard old >= 0 else {
        if try createTarget() { return }
        continue
      }
      defer { close(old) }
      let lock = hasLock ? .locked : FileLock.lock(old)
      var status = stat()
      guard fstat(old, &status) == 0, FileIdentity(status) == FileIdentity(of: target) else {
        // Another process replaced it meanwhile.
        continue
      }
      switch lock {
      case .locked: break
      case .released: continue
      case .recorded:
        throw FileError("write", path, reason: "another session is recording to it")
      }
      try Self.requireReplaceable(status, path, overwriting, operation)
      let name = try nameTemporary()
      guard rename(name, target) == 0 else { throw FileError("replace", path) }
      temporary = nil
      return
    }
    throw FileError("write", path, reason: "other processes keep replacing it")
  }

  /// Opens the old file. Returns a negative number if there is none.
  private func openForLock() -> Int32 {
    let flags = O_CLOEXEC | O_NONBLOCK
    let file = open(target, O_RDONLY | flags)
    return file < 0 && errno == EACCES ? open(target, O_WRONLY | flags) : file
  }

  /// Creates the target. Returns `false` if it exists meanwhile.
  private func createTarget() throws(FileError) -> Bool {
    guard errno == ENOENT else { throw FileError("write", path) }
    let hasLink =
      temporary.map { link($0, target) == 0 } ?? UnnamedTemporaryFile.link(descriptor, to: target)
    if hasLink { return true }
    if errno == EEXIST { return false }
    // A file system without hard links: create an empty file, which is replaced.
    let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 || errno == EEXIST else { throw FileError("write", path) }
    if file >= 0 { close(file) }
    return false
  }

  /// Returns the name of the temporary file, which gets one if it has none.
  private func nameTemporary() throws(FileError) -> String {
    if let temporary { return temporary }
    for _ in 0..<100 {
      let name = Self.temporaryName(in: Self.directory(of: target))
      if UnnamedTemporaryFile.link(descriptor, to: name) {
        temporary = name
        return name
      }
      if errno != EEXIST { break }
    }
    throw FileError("write", path)
  }

  // MARK: The old file

  /// Gives the new file the owner, group and mode of the old one.
  private func adopt(_ old: stat) throws(FileError) {
    var new = stat()
    guard fstat(descriptor, &new) == 0 else { throw FileError("write", path) }
    var mode = old.st_mode & 0o7777
    if new.st_uid != old.st_uid, fchown(descriptor, old.st_uid, old.st_gid) != 0 {
      // The file belongs to the user who wrote it, as a new file would.
      mode &= 0o777
    }
    _ = fstat(descriptor, &new)
    if new.st_gid != old.st_gid, fchown(descriptor, uid_t.max, old.st_gid) != 0 {
      // The members of the new group could do what all others could.
      mode = mode & 0o707 | (mode & 0o007) << 3
    }
    guard fchmod(descriptor, mode) == 0 else { throw FileError("set the mode of", path) }
  }

  private static func requireReplaceable(
    _ status: stat, _ path: String, _ overwriting: Bool, _ operation: String
  ) throws(FileError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("replace", path, reason: "it is not a regular file")
    }
    if !overwriting, status.st_size > 0 { throw .exists(path, operation) }
  }

  /// Returns the status of the file at a path, or `nil` if there is none.
  private static func status(of target: String, _ path: String) throws(FileError) -> stat? {
    var status = stat()
    if lstat(target, &status) == 0 { return status }
    if errno == ENOENT { return nil }
    throw FileError("write", path)
  }

  // MARK: Paths

  /// Returns the path to write: a link's target, so that the link itself is not replaced. The target
  /// need not exist.
  private static func resolve(_ path: String, followsLink: Bool) throws(FileError) -> String {
    guard !path.utf8.contains(0) else {
      throw FileError("write", path, reason: "a file name cannot contain NUL")
    }
    var target = path
    for _ in 0..<40 {
      guard let link = readLink(target) else {
        guard !target.isEmpty, !target.hasSuffix("/") else {
          throw FileError("write", path, number: target.isEmpty ? ENOENT : EISDIR)
        }
        return target
      }
      guard followsLink else {
        throw FileError("write", path, reason: "it is a symbolic link")
      }
      target = link.hasPrefix("/") ? link : directory(of: target) + "/" + link
    }
    throw FileError("write", path, number: ELOOP)
  }

  private static func readLink(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Creates a directory and those above it, unless they exist.
  private static func createMissing(_ directory: String) throws(FileError) {
    var status = stat()
    guard stat(directory, &status) != 0, errno == ENOENT else { return }
    try createMissing(Self.directory(of: directory))
    guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
      throw FileError("create", directory)
    }
  }

  private static func temporaryName(in directory: String) -> String {
    "\(directory)/.macho-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
  }

  /// Opens a new file. `O_EXCL` prevents writing through a link planted by another user.
  private static func openNamed(
    in directory: String, _ path: String, _ mode: mode_t
  ) throws(FileError) -> (path: String, descriptor: Int32) {
    for _ in 0..<100 {
      let name = temporaryName(in: directory)
      let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (name, descriptor) }
      if errno != EEXIST && errno != EINTR { break }
    }
    throw FileError("write", path)
  }

  /// Syncs the directory, which stores the new name.
  ///
  /// Some file systems do not support this. Then only the guarantee for power failures is lost.
  private static func synchronize(_ directory: String) {
    guard let stream = opendir(directory) else { return }
    _ = fsync(dirfd(stream))
    closedir(stream)
  }
}

extension FileError {
  /// The error for a file that must not be overwritten.
  package static func exists(_ path: String, _ operation: String) -> Self {
    FileError(operation, path, reason: "the file exists; use --overwrite to replace it")
  }
}

/// What identifies a file, whatever its names.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// The identity of a file with a status.
  package init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// The identity of the file at a path, after symbolic links. `nil` if there is none.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
