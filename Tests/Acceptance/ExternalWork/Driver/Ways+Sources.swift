import Dispatch
import Foundation

extension Way {
  /// Returns whether it is a way by a source or a file.
  func performWithSources(_ mark: Mark) async -> Bool {
    let queue = DispatchQueue(label: "sources")
    switch self {
    case .timerSource:
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + .milliseconds(1))
      await wait(for: timer, mark)
    case .timerRepeating:
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(1))
      timer.setEventHandler { continuation.yield() }
      timer.resume()
      var count = 0
      for await _ in stream {
        count += 1
        if count == 3 { break }
      }
      mark.set()
      timer.cancel()
    case .timerForgotten:
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now())
      timer.setEventHandler { mark.set() }
      timer.resume()
      Kept.add(timer)
    case .readSource:
      let pipe = Pipe()
      pipe.fileHandleForWriting.write(Data([1]))
      await wait(
        for: DispatchSource.makeReadSource(
          fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue), mark)
      withExtendedLifetime(pipe) {}
    case .writeSource:
      let pipe = Pipe()
      await wait(
        for: DispatchSource.makeWriteSource(
          fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, queue: queue), mark)
      withExtendedLifetime(pipe) {}
    case .signalSource:
      signal(SIGUSR1, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: queue)
      await resumed { continuation in
        resumeOnce(source, mark, continuation)
        Thread.detachNewThread {
          while mark.value == 0 {
            kill(getpid(), SIGUSR1)
            usleep(1_000)
          }
        }
      }
    case .dataSource:
      let source = DispatchSource.makeUserDataAddSource(queue: queue)
      await resumed { continuation in
        resumeOnce(source, mark, continuation)
        source.add(data: 1)
      }
    case .cancelHandler:
      let source = DispatchSource.makeTimerSource(queue: queue)
      source.schedule(deadline: .distantFuture)
      await resumed { continuation in
        source.setCancelHandler {
          mark.set()
          continuation.resume()
        }
        source.resume()
        source.cancel()
      }
    case .replaceSource:
      // SAFETY: any thread may pass data to a source.
      nonisolated(unsafe) let source = DispatchSource.makeUserDataReplaceSource(queue: queue)
      await resumed { continuation in
        resumeOnce(source, mark, continuation)
        Thread.detachNewThread { source.replace(data: 1) }
      }
    case .ioRead:
      let pipe = filledPipe()
      let channel = DispatchIO(
        type: .stream, fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue
      ) { _ in }
      await resumed { continuation in
        channel.read(offset: 0, length: 1, queue: queue) { isDone, _, _ in
          guard isDone else { return }
          mark.set()
          continuation.resume()
        }
      }
      channel.close()
      Kept.add(pipe)
    case .ioWrite:
      let pipe = Pipe()
      let channel = DispatchIO(
        type: .stream, fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, queue: queue
      ) { _ in }
      await resumed { continuation in
        channel.write(offset: 0, data: DispatchData.empty, queue: queue) { isDone, _, _ in
          guard isDone else { return }
          mark.set()
          continuation.resume()
        }
      }
      channel.close()
      Kept.add(pipe)
    case .ioBarrier:
      let pipe = Pipe()
      let channel = DispatchIO(
        type: .stream, fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, queue: queue
      ) { _ in }
      await resumed { continuation in
        channel.barrier {
          mark.set()
          continuation.resume()
        }
      }
      channel.close()
      Kept.add(pipe)
    case .dispatchRead:
      let pipe = filledPipe()
      await resumed { continuation in
        DispatchIO.read(
          fromFileDescriptor: pipe.fileHandleForReading.fileDescriptor, maxLength: 1,
          runningHandlerOn: queue
        ) { _, _ in
          mark.set()
          continuation.resume()
        }
      }
      Kept.add(pipe)
    case .readabilityHandler:
      let pipe = filledPipe()
      await resumed { continuation in
        pipe.fileHandleForReading.readabilityHandler = { handle in
          handle.readabilityHandler = nil
          mark.set()
          continuation.resume()
        }
      }
      Kept.add(pipe)
    default: return false
    }
    return true
  }

  private func filledPipe() -> Pipe {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data([1]))
    return pipe
  }

  private func wait(for source: any DispatchSourceProtocol, _ mark: Mark) async {
    await resumed { resumeOnce(source, mark, $0) }
  }

  private func resumeOnce(
    _ source: any DispatchSourceProtocol, _ mark: Mark,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    // SAFETY: any thread may cancel a source.
    nonisolated(unsafe) let source = source
    source.setEventHandler {
      source.cancel()
      guard mark.value == 0 else { return }
      mark.set()
      continuation.resume()
    }
    source.resume()
  }
}

/// Objects that live as long as the process.
private enum Kept {
  // SAFETY: only the store's thread appends.
  nonisolated(unsafe) private static var objects: [Any] = []
  static func add(_ object: Any) { objects.append(object) }
}
