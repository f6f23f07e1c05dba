import FlyingSocks
import Foundation
import MachoSystem

/// Connects to a Unix socket and returns its descriptor.
package func connectSocket(_ path: String) throws(SocketPath.Failure) -> Int32 {
  do {
    let socket = try Socket.closedOnExec(domain: AF_UNIX)
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

extension Socket {
  /// Creates a stream socket that is closed on `exec` from the start.
  static func closedOnExec(domain: Int32) throws -> Socket {
    let descriptor = makeStreamSocket(domain)
    guard descriptor >= 0 else { throw SocketError.makeFailed("CreateSocket") }
    return Socket(file: .init(rawValue: descriptor))
  }
}

/// Returns the system's reason of a socket's error, after a colon. Empty if there is none.
func systemReason(of error: any Error) -> String {
  guard case .failed(_, let number, _) = error as? SocketError else { return "" }
  return ": " + String(cString: strerror(number))
}
