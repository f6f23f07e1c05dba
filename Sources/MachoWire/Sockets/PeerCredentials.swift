import Foundation

/// The process at the other end of a Unix socket.
package enum PeerCredentials {
  /// Whether the peer process belongs to the current user, according to the kernel.
  static func belongToCurrentUser(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      var (user, group) = (uid_t.max, gid_t.max)
      return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
    #else
      return credentials(descriptor)?.user == geteuid()
    #endif
  }

  /// Returns the process that connected. `nil` if the system does not say which.
  package static func process(_ descriptor: Int32) -> pid_t? {
    #if canImport(Darwin)
      var process = pid_t(0)
      var length = socklen_t(MemoryLayout<pid_t>.size)
      guard getsockopt(descriptor, SOL_LOCAL, LOCAL_PEERPID, &process, &length) == 0 else {
        return nil
      }
      return process
    #else
      return credentials(descriptor)?.process
    #endif
  }

  #if !canImport(Darwin)
    private static func credentials(_ descriptor: Int32) -> (process: pid_t, user: uid_t)? {
      // SAFETY: Swift does not import `ucred`: a process, a user and a group, 32 bits each. A tuple
      // of equally sized elements has the layout of the C struct: in order and without padding.
      var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
      var length = socklen_t(MemoryLayout.size(ofValue: credentials))
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
        return nil
      }
      return (credentials.process, credentials.user)
    }
  #endif
}
