#if os(Linux)
  import CMachoKit
  import Foundation
  import MachoStreams

  /// A script's process that is a copy of a server.
  ///
  /// Only the server waits for it and signals it, so that its number is never another process's.
  final class ForkedScript: ScriptProcess {
    /// The longest request that is sent; a path and some names are far shorter.
    static let maximumRequestSize = 1 << 15

    let output: Int32
    let errors: Int32
    /// Whoever else has the other end is the server, so it is at its end when that is.
    private let control: Int32
    private let onServerFailure: @Sendable () -> Void
    /// What `waitpid` said, once the server has told.
    private var status: Int32?
    private var isServerLost = false

    /// Asks the server at a socket for a process; nil where that is impossible.
    ///
    /// - Parameter giveUp: called when the server could not do what it was asked for.
    init?(
      _ request: ScriptRequest, by server: Int32, giveUp: @escaping @Sendable () -> Void
    ) {
      let message = request.message
      guard message.count <= Self.maximumRequestSize else { return nil }
      var report: [Int32] = [-1, -1]
      var complaints: [Int32] = [-1, -1]
      var controls: [Int32] = [-1, -1]
      let isMade =
        cmachokit_pipe(&report) == 0 && cmachokit_pipe(&complaints) == 0
        && cmachokit_sockets(&controls) == 0
      let theirs = [report[1], complaints[1], controls[1]]
      let isSent =
        isMade && cmachokit_send(server, message, message.count, theirs, theirs.count) == 0
      for end in theirs where end >= 0 { Foundation.close(end) }
      (output, errors, control) = (report[0], complaints[0], controls[0])
      self.onServerFailure = giveUp
      guard isSent else {
        close()
        giveUp()
        return nil
      }
    }

    var exitDescriptor: Int32? { control }

    var hasExited: Bool {
      if status == nil, !isServerLost, isReadable(control) { readStatus() }
      return status != nil || isServerLost
    }

    private func readStatus() {
      if case .exited(let status) = ForkMessage.receive(from: control) {
        self.status = status
      } else {
        isServerLost = true
        onServerFailure()
      }
    }

    func killGroup() { ForkMessage.kill.send(to: control) }

    func requestBacktrace() { ForkMessage.requestBacktrace.send(to: control) }

    func reap() -> Int32? {
      if status == nil, !isServerLost { readStatus() }
      return status
    }

    func close() {
      for end in [output, errors, control] where end >= 0 { Foundation.close(end) }
    }
  }
#endif
