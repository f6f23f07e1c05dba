import Foundation

/// The path of a server's socket, in a directory that only its user can access.
package struct SocketPath: Sendable {
  /// Why a path cannot be used.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The absolute path.
  package let path: String

  /// Creates a path. Throws if it is too long.
  package init(_ path: String) throws(Failure) {
    self.path = URL(fileURLWithPath: path).path
    // The size of `sun_path` without its terminating zero.
    let limit =
      MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 - Self.sharedSuffix.utf8.count
    guard self.path.utf8.count <= limit else {
      throw Failure(
        description: "the path of a socket has at limit \(limit) bytes, and this has "
          + "\(self.path.utf8.count): \(self.path)")
    }
  }

  /// The suffix of the socket for shared sessions.
  private static let sharedSuffix = ".shared"

  /// The path of the socket for shared sessions.
  package var shared: String { path + Self.sharedSuffix }

  /// Creates the directory if it is missing. Throws unless only the current user can access it.
  package func prepareDirectory() throws(Failure) {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw Failure(
        description: "cannot create the directory \(directory): \(String(cString: strerror(errno)))"
      )
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(description: "not a directory: \(directory)")
    }
    guard status.st_uid == geteuid() else {
      throw Failure(description: "the directory \(directory) belongs to another user")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(
        description: "other users can access the directory \(directory): create one with "
          + "'mkdir -m 700' or restrict it with 'chmod 700'")
    }
  }

  /// Reserves the path for this process and removes stale sockets of a previous server.
  package func claim() throws(Failure) {
    while try !lock() {}
    for path in [path, shared] {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure(description: "\(path) exists and is not a socket")
      }
      unlink(path)
    }
  }

  /// Locks the file beside the socket. Returns whether the locked file is still the one with that
  /// name. The descriptor stays open; the system releases the lock when the process exits.
  private func lock() throws(Failure) -> Bool {
    let name = path + ".lock"
    let lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw Failure(description: "cannot write \(name): \(String(cString: strerror(errno)))")
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw Failure(description: "another server is listening at \(path)")
    }
    // A server that exits removes its lock file: then this file has no name any more.
    var (locked, named) = (stat(), stat())
    if fstat(lock, &locked) == 0, stat(name, &named) == 0, locked.st_ino == named.st_ino,
      locked.st_dev == named.st_dev
    {
      return true
    }
    close(lock)
    return false
  }

  /// Removes the sockets and the lock file.
  package func removeFiles() {
    for path in [path, shared, path + ".lock"] { unlink(path) }
  }
}
