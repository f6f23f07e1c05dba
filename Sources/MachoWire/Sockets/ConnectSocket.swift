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
    let reason =
      if case .failed(_, let number, _) = error as? SocketError {
        ": " + String(cString: strerror(number))
      } else {
        ""
      }
    throw SocketPath.Failure(
      description: "cannot connect to a server at \(path)\(reason); "
        + "'serve --socket PATH' starts one")
  }
}
