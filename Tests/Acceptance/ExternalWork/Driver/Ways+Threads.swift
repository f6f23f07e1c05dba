import Foundation

extension Way {
  /// Returns whether it is a way by a thread.
  func performWithThreads(
    _ mark: Mark, _ send: @escaping @Sendable (Int) async -> Void
  ) async -> Bool {
    switch self {
    case .threadContinuation:
      await resumed { continuation in
        Thread.detachNewThread {
          mark.set()
          continuation.resume()
        }
      }
    case .threadSemaphore:
      let semaphore = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        mark.set()
        semaphore.signal()
      }
      block { semaphore.wait() }
    case .threadCondition:
      let condition = NSCondition()
      Thread.detachNewThread {
        condition.withLock { mark.set() }
        condition.signal()
      }
      block { condition.withLock { while mark.value == 0 { condition.wait() } } }
    case .threadJoin: block { pthread_join(startThread(mark), nil) }
    case .threadDetached: pthread_detach(startThread(mark))
    case .threadStream:
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Thread.detachNewThread {
        for number in 0..<3 {
          mark.set()
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await _ in stream {}
    case .threadSend:
      await resumed { continuation in
        Thread.detachNewThread {
          Task {
            await send(7)
            continuation.resume()
          }
        }
      }
    case .threadForgotten: Thread.detachNewThread { mark.set() }
    case .threadCompute:
      Thread.detachNewThread { mark.set() }
      compute(milliseconds: 300)
    case .threadYield:
      Thread.detachNewThread { mark.set() }
      while mark.value == 0 { await Task.yield() }
    case .threadSleep:
      Thread.detachNewThread { mark.set() }
      block { usleep(1_000) }
    case .threadPipe:
      let pipe = Pipe()
      Thread.detachNewThread {
        mark.set()
        pipe.fileHandleForWriting.write(Data([1]))
      }
      block { _ = pipe.fileHandleForReading.readData(ofLength: 1) }
    case .threadPoll:
      let pipe = Pipe()
      Thread.detachNewThread {
        mark.set()
        pipe.fileHandleForWriting.write(Data([1]))
      }
      block {
        var polled = pollfd(
          fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&polled, 1, -1)
      }
    #if os(Linux)
      case .threadBarrier:
        let barrier = Barrier()
        Thread.detachNewThread {
          mark.set()
          barrier.wait()
        }
        block { barrier.wait() }
    #endif
    case .threadRunLoop:
      await resumed { continuation in
        Thread.detachNewThread {
          let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
            mark.set()
            continuation.resume()
          }
          RunLoop.current.add(timer, forMode: .default)
          RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.02))
        }
      }
    case .threadSpin:
      Thread.detachNewThread { mark.set() }
      while mark.value == 0 {}
    default: return false
    }
    return true
  }

  private func startThread(_ mark: Mark) -> pthread_t {
    let mark = Unmanaged.passRetained(mark).toOpaque()
    // macOS declares pointers.
    #if canImport(Darwin)
      var thread: pthread_t?
      pthread_create(&thread, nil, { runThread($0) }, mark)
      return thread!
    #else
      var thread = pthread_t()
      pthread_create(&thread, nil, { runThread($0!) }, mark)
      return thread
    #endif
  }
}

private func runThread(_ mark: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Mark>.fromOpaque(mark).takeRetainedValue().set()
  return nil
}

#if os(Linux)
  /// SAFETY: a barrier may be used by any thread.
  private final class Barrier: @unchecked Sendable {
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    init() { pthread_barrier_init(barrier, nil, 2) }
    func wait() { pthread_barrier_wait(barrier) }
  }
#endif
