#if os(Linux)
  import CMachoKit
  import Composable
  import Foundation
  import MachoSessions

  /// The other side of `ForkServerClient`: makes a copy of this process for each request, and tells who
  /// asked how that ended.
  ///
  /// The process has one thread, as a copy has only the thread that makes it, and whatever another
  /// one held at that moment would be held for ever in the copy.
  struct ForkServerProcess {
    /// A copy that has not been waited for, so that its number is its own.
    private struct Child {
      var processID: pid_t
      /// Can be read once it has ended.
      var exitDescriptor: Int32
      /// Who asked for it.
      var control: Int32
    }

    private let socket: Int32
    private let catalog: [any DrivenFeature]
    private let environment: [String: String]
    private let processID = getpid()
    private var children: [Child] = []
    private var buffer = [UInt8](repeating: 0, count: ForkedScript.maximumRequestSize)

    init(socket: Int32, catalog: [any DrivenFeature], environment: [String: String]) {
      self.socket = socket
      self.catalog = catalog
      self.environment = environment
    }

    /// Serves until nobody can ask any more; what is left of the copies ends then.
    mutating func serve() {
      ForkServerWarmup(catalog: catalog, environment: environment).run()
      guard ThreadActivityMonitor.isSingleThreaded else { return }
      // What was printed so far is no script's.
      fflush(nil)
      ForkMessage.ready.send(to: socket)
      while processEvents() {}
      for copy in children { terminate(copy) }
    }

    private mutating func processEvents() -> Bool {
      let events = Int16(POLLIN)
      var polled = [pollfd(fd: socket, events: events, revents: 0)]
      for copy in children {
        polled.append(pollfd(fd: copy.exitDescriptor, events: events, revents: 0))
        polled.append(pollfd(fd: copy.control, events: events, revents: 0))
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else {
        return errno == EINTR || errno == EAGAIN
      }
      for index in children.indices.reversed() {
        let copy = children[index]
        if polled[2 * index + 1].revents != 0 {
          children.remove(at: index)
          ForkMessage.exited(terminate(copy)).send(to: copy.control)
          close(copy.control)
        } else if polled[2 * index + 2].revents != 0 {
          handleMessage(copy)
        }
      }
      return polled[0].revents == 0 || handleRequest()
    }

    /// Does what who asked for a copy wants of it. If nobody is there any more, it is not wanted.
    private func handleMessage(_ copy: Child) {
      if ForkMessage.receive(from: copy.control) == .requestBacktrace {
        kill(copy.processID, SIGQUIT)
      } else {
        kill(-copy.processID, SIGKILL)
        kill(copy.processID, SIGKILL)
      }
    }

    /// Ends a copy and what it has started, and returns what the system says of it.
    @discardableResult
    private func terminate(_ copy: Child) -> Int32 {
      kill(-copy.processID, SIGKILL)
      kill(copy.processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(copy.processID, &status, 0) < 0, errno == EINTR {}
      close(copy.exitDescriptor)
      return status
    }

    private mutating func handleRequest() -> Bool {
      var given: [Int32] = [-1, -1, -1]
      let count = cmachokit_receive(socket, &buffer, buffer.count, &given, given.count)
      guard count > 0 else { return false }
      let (report, errors, control) = (given[0], given[1], given[2])
      defer {
        close(report)
        close(errors)
      }
      guard let request = ScriptRequest(message: buffer[..<count]),
        let copy = forkChild(request, report, errors, control)
      else {
        ForkMessage.refused.send(to: control)
        close(control)
        return true
      }
      children.append(copy)
      return true
    }

    private func forkChild(
      _ request: ScriptRequest, _ report: Int32, _ errors: Int32, _ control: Int32
    ) -> Child? {
      // Looked at each time: a thread may come from a timer that somebody has set.
      guard ThreadActivityMonitor.isSingleThreaded else { return nil }
      let child = cmachokit_fork()
      if child == 0 { runChild(request, report, errors, control) }
      guard child > 0 else { return nil }
      // Whichever of the two comes first; both have to be sure of it.
      setpgid(child, child)
      let copy = Child(
        processID: child, exitDescriptor: cmachokit_process_descriptor(child), control: control)
      guard copy.exitDescriptor >= 0 else {
        terminate(copy)
        return nil
      }
      return copy
    }

    // MARK: In a copy

    private func runChild(
      _ request: ScriptRequest, _ report: Int32, _ errors: Int32, _ control: Int32
    ) -> Never {
      setpgid(0, 0)
      guard cmachokit_end_with_parent(processID) != 0 else { _exit(1) }
      // What belongs to the server, and to other scripts.
      close(socket)
      close(control)
      for copy in children {
        close(copy.exitDescriptor)
        close(copy.control)
      }
      dup2(errors, STDERR_FILENO)
      close(errors)
      let descriptor = fcntl(report, F_DUPFD_CLOEXEC, 100)
      close(report)
      request.run(catalog, environment: environment, report: descriptor)
      // What is left of the server in here has no end of its own.
      fflush(nil)
      _exit(0)
    }
  }
#endif
