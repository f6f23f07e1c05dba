#if MACHO_LINUX
  import CMachoKit
  import Foundation
  import MachoSystem

  /// A script's process that a fork server has forked.
  ///
  /// Only the server waits for the process and signals it, so its process ID cannot be reused in
  /// between.
  final class ForkedScript: ScriptProcess {
    /// The maximum size of a request, in bytes. A path and a few names are far shorter.
    static let maximumRequestSize = 1 << 15

    let output: Int32
    let errors: Int32
    /// The connection to the server for this script. Only the server has the other end, so it
    /// closes when the server exits.
    private let control: Int32
    private let onServerFailure: @Sendable () -> Void
    /// The `waitpid` status, once the server has sent it.
    private var status: Int32?
    private var isServerLost = false

    /// Asks the server at a socket to fork a process. Returns `nil` if that fails.
    ///
    /// - Parameter onServerFailure: Called if the server fails to do what it was asked for.
    init?(
      _ request: ScriptRequest, server: Int32, onServerFailure: @escaping @Sendable () -> Void
    ) {
      let message = request.message
      guard message.count <= Self.maximumRequestSize else { return nil }
      let report = makePipe() ?? (-1, -1)
      let errorPipe = makePipe() ?? (-1, -1)
      var controls: [Int32] = [-1, -1]
      let isMade =
        report.reading >= 0 && errorPipe.reading >= 0 && cmachokit_sockets(&controls) == 0
      let childEnds = [report.writing, errorPipe.writing, controls[1]]
      let isSent =
        isMade && cmachokit_send(server, message, message.count, childEnds, childEnds.count) == 0
      for end in childEnds where end >= 0 { Foundation.close(end) }
      (output, errors, control) = (report.reading, errorPipe.reading, controls[0])
      self.onServerFailure = onServerFailure
      guard isSent else {
        close()
        onServerFailure()
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

    func finalStatus() -> Int32? {
      if status == nil, !isServerLost { readStatus() }
      return status
    }

    func close() {
      for end in [output, errors, control] where end >= 0 { Foundation.close(end) }
    }
  }
#endif
