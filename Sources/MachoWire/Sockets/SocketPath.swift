import Foundation

/// Where a server's socket stands: in a directory that only its user can enter.
package struct SocketPath: Sendable {
  /// Why there can be no server.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The path, from the root.
  package let path: String

  /// Takes a path, and says what is wrong with it.
  package init(_ path: String) throws(Failure) {
    let place = URL(fileURLWithPath: path)
    self.path = place.path
    // What the system's own type has room for, its final zero taken off.
    let most = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 - Self.sharedSuffix.utf8.count
    guard self.path.utf8.count <= most else {
      throw Failure(
        description: "the path of a socket has at most \(most) bytes, and this has "
          + "\(self.path.utf8.count): \(self.path)")
    }
  }

  /// What a path has behind it where the shared sessions' own socket is.
  private static let sharedSuffix = ".shared"

  /// Where connections reach the process of the shared sessions.
  package var shared: String { path + Self.sharedSuffix }

  /// Makes the directory if there is none, and sees to it that nobody else can enter it.
  package func prepareDirectory() throws(Failure) {
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    if mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw Failure(
        description: "cannot make the directory \(directory): \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(description: "\(directory) is no directory")
    }
    guard status.st_uid == geteuid() else {
      throw Failure(description: "the directory \(directory) is another user's")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(
        description: "others can enter the directory \(directory): make one that they cannot, "
          + "with 'mkdir -m 700', or close it with 'chmod 700'")
    }
  }

  /// Takes the path for this process alone until it ends; what a server before has left is removed.
  package func claim() throws(Failure) {
    while try !lock() {}
    for path in [path, shared] {
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFSOCK else {
        throw Failure(description: "\(path) is there already, and is no socket")
      }
      unlink(path)
    }
  }

  /// Locks the file beside the socket; whether it is still the one of that name. It is held by the
  /// process and never closed: the system lets go of it however the process ends.
  private func lock() throws(Failure) -> Bool {
    let name = path + ".lock"
    let lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard lock >= 0 else {
      throw Failure(description: "cannot write \(name): \(String(cString: strerror(errno)))")
    }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      throw Failure(description: "a server listens at \(path) already")
    }
    // A server that ends takes its file away: then this is a file that nobody else will find.
    var (locked, named) = (stat(), stat())
    if fstat(lock, &locked) == 0, stat(name, &named) == 0, locked.st_ino == named.st_ino,
      locked.st_dev == named.st_dev
    {
      return true
    }
    close(lock)
    return false
  }

  /// Takes away what the server has made.
  package func removeFiles() {
    for path in [path, shared, path + ".lock"] { unlink(path) }
  }
}
