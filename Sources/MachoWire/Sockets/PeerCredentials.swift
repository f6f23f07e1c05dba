import Foundation

/// The user at the other end of a Unix socket.
enum PeerCredentials {
  /// Whether the peer process belongs to the current user, according to the kernel.
  static func belongToCurrentUser(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      var (user, group) = (uid_t.max, gid_t.max)
      return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
    #else
      // SAFETY: Swift does not import `ucred`: a process, a user and a group, 32 bits each. A tuple
      // of equally sized elements has the layout of the C struct: in order and without padding.
      var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
        && credentials.user == geteuid()
    #endif
  }
}
