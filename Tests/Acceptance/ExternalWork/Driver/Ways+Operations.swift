import Foundation

extension Way {
  /// Returns whether it is a way by an operation, a process or a timer of the system.
  func performWithOperations(_ mark: Mark) async -> Bool {
    let queue = OperationQueue()
    switch self {
    case .operation:
      await resumed { continuation in
        queue.addOperation {
          mark.set()
          continuation.resume()
        }
      }
    case .operationWait:
      queue.addOperation { mark.set() }
      block { queue.waitUntilAllOperationsAreFinished() }
    case .operationCompletion:
      await resumed { continuation in
        let operation = BlockOperation { mark.set() }
        operation.completionBlock = { continuation.resume() }
        queue.addOperation(operation)
      }
    case .operationDependency:
      await resumed { continuation in
        let first = BlockOperation { mark.set() }
        let second = BlockOperation { continuation.resume() }
        second.addDependency(first)
        queue.addOperations([second, first], waitUntilFinished: false)
      }
    case .operationBarrier:
      await resumed { continuation in
        queue.addOperation { mark.set() }
        queue.addBarrierBlock { continuation.resume() }
      }
    case .processWait:
      let process = Process()
      process.executableURL = URL(filePath: "/bin/true")
      try? process.run()
      block { process.waitUntilExit() }
    case .spawnWait:
      let process = spawn()
      block {
        var status: Int32 = 0
        waitpid(process, &status, 0)
      }
    case .processForgotten: _ = spawn()
    #if os(Linux)
      case .posixTimer:
        await resumed { continuation in
          (Waiter.shared.mark, Waiter.shared.continuation) = (mark, continuation)
          var event = sigevent()
          event.sigev_notify = Int32(SIGEV_THREAD)
          event._sigev_un._sigev_thread._function = { _ in Waiter.shared.resume() }
          var timer: timer_t?
          timer_create(CLOCK_MONOTONIC, &event, &timer)
          var value = itimerspec()
          value.it_value.tv_nsec = 1_000_000
          timer_settime(timer!, 0, &value, nil)
        }
      case .asynchronousRead:
        await resumed { continuation in
          (Waiter.shared.mark, Waiter.shared.continuation) = (mark, continuation)
          let control = UnsafeMutablePointer<aiocb>.allocate(capacity: 1)
          control.initialize(to: aiocb())
          control.pointee.aio_fildes = open("/dev/zero", O_RDONLY)
          control.pointee.aio_buf = .init(
            UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8))
          control.pointee.aio_nbytes = 8
          control.pointee.aio_sigevent.sigev_notify = Int32(SIGEV_THREAD)
          control.pointee.aio_sigevent._sigev_un._sigev_thread._function = { _ in
            Waiter.shared.resume()
          }
          aio_read(control)
        }
    #endif
    default: return false
    }
    return true
  }

  private func spawn() -> pid_t {
    var process: pid_t = 0
    let path = strdup("/bin/true")
    var arguments = [path, nil]
    posix_spawn(&process, "/bin/true", nil, nil, &arguments, environ)
    return process
  }
}

/// The effect that a callback without an argument resumes.
private final class Waiter: Sendable {
  static let shared = Waiter()
  // SAFETY: set once, before the callback exists.
  nonisolated(unsafe) var mark: Mark?
  nonisolated(unsafe) var continuation: CheckedContinuation<Void, Never>?

  func resume() {
    mark?.set()
    continuation?.resume()
  }
}
