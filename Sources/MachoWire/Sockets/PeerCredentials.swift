import Foundation
import MachoSystem

/// The process at the other end of a Unix socket.
package enum PeerCredentials {
  /// Whether the peer process belongs to the current user, according to the kernel.
  static func belongToCurrentUser(_ descriptor: Int32) -> Bool {
    socketPeer(descriptor)?.user == geteuid()
  }

  /// Returns the process that connected. `nil` if the system does not say which.
  package static func process(_ descriptor: Int32) -> pid_t? { socketPeer(descriptor)?.process }
}
