import MachoLocks

/// A server on a port of its own that accepts connections and never responds.
final class SilentServer {
  let port: UInt16
  private let socket: Int32

  /// Starts to listen.
  init() throws {
    // `SOCK_STREAM` is a number or an enumeration, and 1 on each system.
    socket = MachoLocks.socket(AF_INET, 1, 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    struct Failure: Error { let number: Int32 }
    guard status else { throw Failure(number: errno) }
  }

  deinit { close(socket) }
}
