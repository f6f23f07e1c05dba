import Composable
import Foundation
import MachoKit
import Synchronization

/// Effects that leave the store's executor, each in its own way. Other threads count in a `Mark`, which
/// the effect reads when it ends and one second of the test clock later.
struct Ways: Reducer {
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action: Equatable {
    case start(Way)
    /// Starts an effect that waits for other code of the store.
    case wait
    /// Reads the mark in the reducer.
    case look
    case seen(String, Int)
    case stop
  }

  static let feature = Feature("ways", "Ways to leave the executor.", start: State()) { Ways() }

  @Dependency(\.continuousClock) private var clock
  /// Each store has its own.
  private let mark = Mark()

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let way):
        return .run { send in
          await way.perform(mark) { await send(.seen("sent", $0)) }
          await send(.seen("ended", mark.value))
          try await clock.sleep(for: .seconds(1))
          await send(.seen("later", mark.value))
        }
        .cancellable(id: "way")
      case .wait:
        return .run { _ in
          for await _ in AsyncStream.makeStream(of: Int.self).stream {}
        }
      case .look: state.log.append("look \(mark.value)")
      case .seen(let text, let number): state.log.append("\(text) \(number)")
      case .stop: return .cancel(id: "way")
      }
      return .none
    }
  }
}

/// What other threads change.
final class Mark: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }
  func set() { number.add(1, ordering: .sequentiallyConsistent) }
}

/// A way to leave the executor.
enum Way: String, Sendable, CaseIterable {
  // Threads.
  case threadContinuation, threadSemaphore, threadCondition, threadJoin, threadDetached,
    threadStream
  case threadSend, threadForgotten, threadCompute, threadYield, threadSleep, threadPipe, threadPoll
  #if os(Linux)
    case threadBarrier
  #endif
  case threadRunLoop, threadSpin
  // Queues.
  case queueContinuation, queueGlobal, queueTwo, queueBarrier, queueNotify, queueGroupWait,
    queueAfter
  case queueAfterForgotten, queueItemWait, queueItemNotify, queueSyncSame, queueSyncOther
  case queueSyncConcurrent, queueSyncNested, queueBarrierSync, queuePerform, queueCompute,
    queueSleep
  case queueYield, queueForgotten, queueNested, queueChain, queueStream, queueSend, queueTarget
  case queueInactive, queueSuspended
  // Sources and files.
  case timerSource, timerRepeating, timerForgotten, readSource, writeSource, signalSource,
    dataSource
  case cancelHandler, replaceSource, ioRead, ioWrite, ioBarrier, dispatchRead, readabilityHandler
  // Operations, processes, timers of the system.
  case operation, operationWait, operationCompletion, operationDependency, operationBarrier
  case processWait, spawnWait, processForgotten
  // macOS has no such timers, and does not start a thread when a read ends.
  #if os(Linux)
    case posixTimer, asynchronousRead
  #endif
  // Tasks and actors.
  case taskSleep, clockSleep, queueActor, threadActor, queueTaskExecutor, globalActor, runLoopRun
  case priority, detached, unstructured

  func perform(_ mark: Mark, _ send: @escaping @Sendable (Int) async -> Void) async {
    if await performWithThreads(mark, send) { return }
    if await performWithQueues(mark, send) { return }
    if await performWithSources(mark) { return }
    if await performWithOperations(mark) { return }
    await performWithTasks(mark)
  }
}

/// Waits until `start` has its continuation resumed.
func resumed(_ start: (CheckedContinuation<Void, Never>) -> Void) async {
  await withCheckedContinuation { start($0) }
}

/// Uses the processor for some time, without a call that could be observed.
func compute(milliseconds: Double) {
  var start = timespec()
  var now = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
  repeat {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
  } while Double(now.tv_sec - start.tv_sec) * 1e3
    + Double(now.tv_nsec - start.tv_nsec) / 1e6 < milliseconds
}

// Not asynchronous, because Swift does not let asynchronous code block.
func block(_ body: () -> Void) { body() }
