#if os(Linux)
  import CMachoKit
  import Foundation

  /// What a server of copies and who asks for them say to each other, besides the requests: a letter
  /// and a number.
  enum ForkMessage: Equatable {
    /// The server has begun.
    case ready
    /// It cannot make this copy, and should not be asked again.
    case refused
    /// The copy has ended, as `waitpid` says.
    case exited(Int32)
    /// The copy and what it has started are to be ended.
    case kill
    /// The copy is to say where it is.
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

    /// Sends it; nobody is left to tell where that fails.
    func send(to socket: Int32) {
      let bytes = bytes
      _ = cmachokit_send(socket, bytes, bytes.count, nil, 0)
    }

    /// Waits for one; nil at the end.
    static func receive(from socket: Int32) -> ForkMessage? {
      var bytes = [UInt8](repeating: 0, count: 5)
      guard cmachokit_receive(socket, &bytes, bytes.count, nil, 0) == bytes.count else {
        return nil
      }
      return ForkMessage(bytes)
    }
  }
#endif
