#if MACHO_LINUX
  import CMachoKit
  import Foundation

  /// A message between a fork server and its client, besides requests: one letter and one number.
  enum ForkMessage: Equatable {
    /// The server is ready for requests.
    case ready
    /// The server cannot fork a child; do not ask again.
    case refused
    /// The child has exited with this `waitpid` status.
    case exited(Int32)
    /// Kill the child's process group.
    case kill
    /// Make the child print a backtrace.
    case requestBacktrace

    private var bytes: [UInt8] {
      switch self {
      case .ready: Self.bytes("r")
      case .refused: Self.bytes("n")
      case .exited(let status): Self.bytes("e", status)
      case .kill: Self.bytes("k")
      case .requestBacktrace: Self.bytes("x")
      }
    }

    private static func bytes(_ letter: Unicode.Scalar, _ number: Int32 = 0) -> [UInt8] {
      [UInt8(ascii: letter)] + withUnsafeBytes(of: number) { Array($0) }
    }

    private init?(_ bytes: [UInt8]) {
      guard let letter = bytes.first, bytes.count == 5 else { return nil }
      switch Unicode.Scalar(letter) {
      case "r": self = .ready
      case "n": self = .refused
      case "e":
        var status: Int32 = 0
        withUnsafeMutableBytes(of: &status) { $0.copyBytes(from: bytes[1...]) }
        self = .exited(status)
      case "k": self = .kill
      case "x": self = .requestBacktrace
      default: return nil
      }
    }

    /// Sends the message. Ignores errors: the peer is gone.
    func send(to socket: Int32) {
      let bytes = bytes
      _ = cmachokit_send(socket, bytes, bytes.count, nil, 0)
    }

    /// Waits for a message. Returns `nil` at the end of the connection.
    static func receive(from socket: Int32) -> ForkMessage? {
      var bytes = [UInt8](repeating: 0, count: 5)
      guard cmachokit_receive(socket, &bytes, bytes.count, nil, 0) == bytes.count else {
        return nil
      }
      return ForkMessage(bytes)
    }
  }
#endif
