import Foundation

/// Who is on the other side of a Unix socket.
enum PeerCredentials {
  /// Whether it is a process of this process's user, as the system says.
  static func belongToCurrentUser(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      var (user, group) = (uid_t.max, gid_t.max)
      return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
    #else
      // The system's 'ucred', which Swift does not see: a process, a user, a group, each of 32 bits. A
      // tuple of such is laid out as C lays out the struct: in order, with no gap between equals.
      var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
        && credentials.user == geteuid()
    #endif
  }
}
