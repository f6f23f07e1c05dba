#if MACHO_LINUX
  import CMachoKit
  import Foundation
  import MachoSessions
  import MachoSystem

  /// The server side of `ForkServerClient`: forks a child of this process for each request and
  /// reports its exit.
  ///
  /// The process has a single thread. A child contains only the thread that forks, and any lock
  /// that another thread held would stay locked.
  struct ForkServerProcess {
    /// A child that has not been waited for, so its process ID is not reused.
    private struct Child {
      var processID: pid_t
      /// Readable once the child has exited.
      var exitDescriptor: Int32
      /// The connection to the client that requested it.
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

    /// Serves until the client disconnects, then kills the remaining children.
    mutating func serve() {
      ForkServerWarmup(catalog: catalog, environment: environment).run()
      guard ProcessThreads.isSingle else { return }
      // Output from before must not appear in a script's output.
      fflush(nil)
      ForkMessage.ready.send(to: socket)
      while processEvents() {}
      for child in children { terminate(child) }
    }

    private mutating func processEvents() -> Bool {
      let events = Int16(POLLIN)
      var polled = [pollfd(fd: socket, events: events, revents: 0)]
      for child in children {
        polled.append(pollfd(fd: child.exitDescriptor, events: events, revents: 0))
        polled.append(pollfd(fd: child.control, events: events, revents: 0))
      }
      guard poll(&polled, nfds_t(polled.count), -1) > 0 else {
        return errno == EINTR || errno == EAGAIN
      }
      for index in children.indices.reversed() {
        let child = children[index]
        if polled[2 * index + 1].revents != 0 {
          children.remove(at: index)
          ForkMessage.exited(terminate(child)).send(to: child.control)
          close(child.control)
        } else if polled[2 * index + 2].revents != 0 {
          handleMessage(child)
        }
      }
      return polled[0].revents == 0 || handleRequest()
    }

    /// Handles a message about a child. If the client is gone, kills the child.
    private func handleMessage(_ child: Child) {
      if ForkMessage.receive(from: child.control) == .requestBacktrace {
        kill(child.processID, SIGQUIT)
      } else {
        kill(-child.processID, SIGKILL)
        kill(child.processID, SIGKILL)
      }
    }

    /// Kills a child and its group and returns its `waitpid` status.
    @discardableResult
    private func terminate(_ child: Child) -> Int32 {
      kill(-child.processID, SIGKILL)
      kill(child.processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(child.processID, &status, 0) < 0, errno == EINTR {}
      close(child.exitDescriptor)
      return status
    }

    private mutating func handleRequest() -> Bool {
      var descriptors: [Int32] = [-1, -1, -1]
      let count = cmachokit_receive(socket, &buffer, buffer.count, &descriptors, descriptors.count)
      guard count > 0 else { return false }
      let (report, errors, control) = (descriptors[0], descriptors[1], descriptors[2])
      defer {
        close(report)
        close(errors)
      }
      guard let request = ScriptRequest(message: buffer[..<count]),
        let child = forkChild(request, report, errors, control)
      else {
        ForkMessage.refused.send(to: control)
        close(control)
        return true
      }
      children.append(child)
      return true
    }

    private func forkChild(
      _ request: ScriptRequest, _ report: Int32, _ errors: Int32, _ control: Int32
    ) -> Child? {
      // Checked for each request: a feature's timer may have started a thread.
      guard ProcessThreads.isSingle else { return nil }
      let childID = cmachokit_fork()
      if childID == 0 { runChild(request, report, errors, control) }
      guard childID > 0 else { return nil }
      // Both processes call it, because either may run first.
      setpgid(childID, childID)
      let child = Child(
        processID: childID, exitDescriptor: cmachokit_process_descriptor(childID), control: control)
      guard child.exitDescriptor >= 0 else {
        terminate(child)
        return nil
      }
      return child
    }

    // MARK: In a child

    private func runChild(
      _ request: ScriptRequest, _ report: Int32, _ errors: Int32, _ control: Int32
    ) -> Never {
      setpgid(0, 0)
      guard cmachokit_end_with_parent(processID) != 0 else { _exit(1) }
      // Close what belongs to the server and to other scripts.
      close(socket)
      close(control)
      for child in children {
        close(child.exitDescriptor)
        close(child.control)
      }
      dup2(errors, STDERR_FILENO)
      close(errors)
      let descriptor = duplicateHigh(report)
      close(report)
      guard descriptor >= 0 else { _exit(ExitStatus.usage.rawValue) }
      request.run(catalog, environment: environment, report: descriptor)
      // Skip the server's `atexit` handlers.
      fflush(nil)
      _exit(0)
    }
  }
#endif
