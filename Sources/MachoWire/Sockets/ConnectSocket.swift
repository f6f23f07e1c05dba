import FlyingSocks
import Foundation

/// Connects to a Unix socket and returns its descriptor.
package func connectSocket(_ path: String) throws(SocketPath.Failure) -> Int32 {
  do {
    let socket = try Socket(domain: AF_UNIX, type: .stream)
    _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    do { try socket.connect(to: .unix(path: path)) } catch {
      try? socket.close()
      throw error
    }
    return socket.file.rawValue
  } catch {
    throw SocketPath.Failure(
      description: "cannot connect to a server at \(path)\(systemReason(of: error)); "
        + "'serve --socket PATH' starts one")
  }
}

/// Returns the system's reason of a socket's error, after a colon. Empty if there is none.
func systemReason(of error: any Error) -> String {
  guard case .failed(_, let number, _) = error as? SocketError else { return "" }
  return ": " + String(cString: strerror(number))
}
