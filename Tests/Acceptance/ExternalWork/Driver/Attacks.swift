import Composable
import Dispatch
import Foundation
import Synchronization

/// Effects that involve other threads in every way. The result of each is the same in every run.
struct Attacks: Reducer {
  struct State: Equatable {
    var ended: [String] = []
  }

  enum Action: Equatable {
    case start(Attack)
    case ended(String)
  }

  enum Attack: String, Sendable {
    // These stay on the store's executor.
    case detachedTask, unstructuredTask, taskGroup, mainActor, detachedRace, detachedStream
    case syncQueue
    // These are external work.
    case ownExecutor, queueContinuation, queueStream, threadSemaphore, queueGroup, queuePolling
    case threadPolling, latePolling, taskSleep, earlyWorker, lateWorker, lazyWorker, sleepingPoll
    // This is not external: the owner's thread waits in a loop.
    case spin
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let attack):
        return .run { send in
          await perform(attack)
          await send(.ended(attack.rawValue))
        }
      case .ended(let name):
        state.ended.append(name)
        return .none
      }
    }
  }

  private func perform(_ attack: Attack) async {
    let flag = Flag()
    let queue = DispatchQueue(label: "attack")
    switch attack {
    case .detachedTask: await Task.detached { await Task.yield() }.value
    case .unstructuredTask: await Task { await Task.yield() }.value
    case .taskGroup: await withTaskGroup { group in for _ in 0..<3 { group.addTask {} } }
    case .mainActor: await MainActor.run {}
    case .detachedRace:
      Task.detached { flag.set() }
      await Task.yield()
      await Task.yield()
      precondition(flag.isSet)
    case .detachedStream:
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task.detached {
        for number in 0..<3 { continuation.yield(number) }
        continuation.finish()
      }
      for await _ in stream {}
    case .syncQueue: queue.sync { flag.set() }
    case .ownExecutor: await QueueActor().work()
    case .queueContinuation:
      await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    case .queueStream:
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      queue.async {
        for number in 0..<3 { continuation.yield(number) }
        continuation.finish()
      }
      for await _ in stream {}
    case .threadSemaphore:
      let semaphore = DispatchSemaphore(value: 0)
      Thread.detachNewThread { semaphore.signal() }
      wait(for: semaphore)
    case .queueGroup:
      let group = DispatchGroup()
      queue.async(group: group) { flag.set() }
      wait(for: group)
    case .queuePolling:
      queue.async { flag.set() }
      while !flag.isSet { await Task.yield() }
    case .threadPolling:
      Thread.detachNewThread { flag.set() }
      while !flag.isSet { await Task.yield() }
    case .latePolling:
      // The thread continues only after more jobs than the limit: a yield is two jobs.
      let count = Count()
      Thread.detachNewThread {
        while count.value < 60_000 { sched_yield() }
        flag.set()
      }
      while !flag.isSet {
        count.increment()
        await Task.yield()
      }
    case .taskSleep: try? await Task.sleep(for: .milliseconds(1))
    case .earlyWorker:
      await withCheckedContinuation { continuation in
        Worker.started.submit {
          continuation.resume()
          flag.set()
        }
        // The worker resumes the task before it can suspend.
        while !flag.isSet {}
      }
    case .lateWorker:
      await withCheckedContinuation { continuation in
        Worker.started.submit { continuation.resume() }
      }
    case .lazyWorker:
      await withCheckedContinuation { continuation in
        Worker.lazy.submit { continuation.resume() }
      }
    case .sleepingPoll:
      queue.async { flag.set() }
      while !flag.isSet, !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
    case .spin:
      queue.async { flag.set() }
      while !flag.isSet {}
    }
  }
}

/// A variable that any thread may set.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}

/// A number that any thread may read.
private final class Count: Sendable {
  private let number = Atomic(0)
  var value: Int { number.load(ordering: .relaxed) }
  func increment() { number.add(1, ordering: .relaxed) }
}

// Not asynchronous, because Swift does not let asynchronous code block.
private func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
private func wait(for group: DispatchGroup) { group.wait() }

/// An actor whose jobs run on a dispatch queue.
private actor QueueActor {
  private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "actor")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func work() {}
}
