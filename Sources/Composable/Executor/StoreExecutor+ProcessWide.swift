import CComposable
import Synchronization

#if MACHO_LINUX
  @_spi(ExperimentalCustomExecutors) import _Concurrency
#endif

extension StoreExecutor {
  /// The executor of this process. The thread that first accesses it owns it.
  fileprivate static let processExecutor = StoreExecutor(ownership: .currentThread)
  private static let isInstalled = Atomic(false)
  private static let hasOtherTasks = Atomic(false)

  /// Whether an effect has started tasks that prefer no executor: `Task { }`, `Task.detached { }`. The
  /// executor of this process orders them. In other processes, several threads run them.
  package static var hasRunOtherTasks: Bool { hasOtherTasks.load(ordering: .relaxed) }

  /// Records that an effect enqueues a job of a task that prefers no executor.
  static func recordOtherTask(_ job: PendingJob) {
    guard !job.isMainActorJob, ccomposable_is_independent_task(job.address),
      EffectContext.current != nil
    else { return }
    hasOtherTasks.store(true, ordering: .relaxed)
  }

  /// The executor of all stores of this process, or `nil` if none was installed.
  package static var processWide: StoreExecutor? {
    isInstalled.load(ordering: .acquiring) ? processExecutor : nil
  }

  /// Whether the process-wide executor also runs unstructured tasks, default actors and the main actor.
  /// If not, threads of the runtime run the former two, and the owner runs the main queue.
  static var runsAllTasks: Bool {
    #if MACHO_LINUX
      true
    #else
      false
    #endif
  }

  /// Installs one executor for all stores of the process, and for all tasks that have no executor of
  /// their own where `runsAllTasks`. Returns the executor, which the calling thread owns.
  ///
  /// An executable must call this first on its main thread, before any task exists. Its `main` must
  /// not be asynchronous. From then on unstructured tasks, detached tasks, default actors and the
  /// main actor run only while the owner drains this executor.
  ///
  /// SAFETY:
  ///
  /// - Replacement: it replaces the runtime's two executors through the runtime's own interface for
  ///   custom executors. Where that is missing (older compilers, Apple's platforms), nothing is
  ///   replaced. Such tasks then are external work, as in a library.
  /// - Isolation: the global executor may run a job on any thread, including the owner's. Jobs of
  ///   the main actor run on the owner's thread, which is the main thread, as the main executor.
  ///   Assertions of isolation therefore hold. All jobs run one after another, so jobs that exclude
  ///   each other still do.
  /// - Progress: a job runs when the owner drains. A thread that blocks until a task has finished
  ///   waits for the owner, so the owner must not block on a task. In any process this holds for
  ///   the main thread and the main actor; here it holds for all tasks.
  ///
  /// ORDER: code on the owner's thread enqueues jobs in one sequence, because it is one thread.
  /// Jobs that other threads enqueue (a socket, a dispatch queue) are held as external jobs. The
  /// end of a sleep by the wall clock is an external job too; no other thread resumes a sleeper.
  ///
  /// Limits: a thread that no effect started may fill a buffer that a task then reads. That enqueues
  /// no job and resumes no continuation, so it is not detected. A script must stub such a
  /// dependency.
  @discardableResult
  package static func installProcessWide() -> StoreExecutor {
    precondition(
      processExecutor.isOwnedByCurrentThread,
      "Only the main thread can install the process-wide executor.")
    #if MACHO_LINUX
      _createExecutors(factory: ProcessWideExecutors.self)
    #endif
    ccomposable_set_main_thread()
    processExecutor.externalWork = .processWide
    ExternalWorkTracker.processWide.observe()
    isInstalled.store(true, ordering: .releasing)
    return processExecutor
  }
}

#if MACHO_LINUX
  /// The factory of the runtime's two executors.
  private enum ProcessWideExecutors: ExecutorFactory {
    static let main = ProcessWideMainExecutor()

    static var mainExecutor: any MainExecutor { main }
    static var defaultExecutor: any TaskExecutor { StoreExecutor.processExecutor }
  }

  /// The main actor's executor. It enqueues jobs on the process-wide executor.
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

    // Only an asynchronous `main` runs a loop, and its task would exist before the installation.
    func run() {
      preconditionFailure("A process-wide executor requires a synchronous main.")
    }

    func runUntil(_ condition: () -> Bool) {
      run()
    }

    func stop() {}
  }
#endif
