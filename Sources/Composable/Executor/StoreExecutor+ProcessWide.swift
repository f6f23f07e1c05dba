import Synchronization

#if os(Linux) && compiler(>=6.3)
  @_spi(ExperimentalCustomExecutors) import _Concurrency
#endif

extension StoreExecutor {
  /// The executor of a process that was adopted; its owner is the thread that first asks for it.
  fileprivate static let processExecutor = StoreExecutor(ownership: .currentThread)
  private static let isProcessWide = Atomic(false)

  /// The executor that runs all tasks of this process, if it was adopted.
  package static var processWide: StoreExecutor? {
    isProcessWide.load(ordering: .acquiring) ? processExecutor : nil
  }

  /// Brings all tasks of the process that have no executor of their own onto one executor, which
  /// the calling thread owns, and returns it.
  ///
  /// An executable calls this first of all on its main thread, before any task exists; its `main`
  /// must not be asynchronous. From then on unstructured tasks, detached tasks, default actors and
  /// the main actor run when the owner drains this executor, and only then.
  ///
  /// Why this is sound:
  ///
  /// - It replaces the runtime's two executors through the runtime's own door for that, as a
  ///   program's custom executors would. Where the door is missing (older compilers, Apple's
  ///   platforms) nothing is replaced: such tasks then are outside, as in a library.
  /// - Where a job runs: the global executor may run a job on any thread, so the owner's is one of
  ///   them. Jobs of the main actor run on the owner's thread, which is the main thread, as the
  ///   main executor, so that assertions of isolation hold. All jobs run one after the other; what
  ///   excludes each other without adoption does so with it.
  /// - Progress: a job runs when the owner drains. A thread that blocks until a task has ended
  ///   waits for the owner, so the owner must not. In any process this holds for the main thread
  ///   and the main actor; here it holds for all tasks.
  /// - Determinism: what code on the owner's thread enqueues is one sequence of steps, as it is
  ///   one thread. What other threads enqueue (a socket, a dispatch queue) is held as an arrival.
  ///   So is the end of a sleep on a wall clock; no other thread resumes a sleeper.
  ///
  /// What it cannot see: a foreign thread that resumes a continuation before the task has
  /// suspended on it, or that fills a buffer which a task then reads, acts without enqueueing
  /// anything. Such a dependency is outside, and a script has to stub it.
  @discardableResult
  package static func installProcessWide() -> StoreExecutor {
    precondition(
      processExecutor.isOwnedByCurrentThread, "A process is adopted by one thread, the main thread."
    )
    #if os(Linux) && compiler(>=6.3)
      _createExecutors(factory: ProcessWideExecutors.self)
    #endif
    processExecutor.monitorsOtherThreads = ThreadActivityMonitor.isSingleThreaded
    isProcessWide.store(true, ordering: .releasing)
    return processExecutor
  }
}

#if os(Linux) && compiler(>=6.3)
  /// What the runtime takes its two executors from.
  private enum ProcessWideExecutors: ExecutorFactory {
    static let main = ProcessWideMainExecutor()

    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { StoreExecutor.processExecutor }
  }

  /// The main actor's executor in a process that was adopted: a door to the process's queue.
  private final class ProcessWideMainExecutor: MainExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      StoreExecutor.processExecutor.enqueue(PendingJob(job: UnownedJob(job), isMainActorJob: true))
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
      UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
      precondition(StoreExecutor.processExecutor.isOwnedByCurrentThread, "Not on the main thread.")
    }

    // Only an asynchronous `main` runs a loop, and it would have made its task before adoption.
    func run() {
      preconditionFailure("An adopted process has a synchronous main.")
    }

    func runUntil(_ condition: () -> Bool) {
      run()
    }

    func stop() {}
  }
#endif
