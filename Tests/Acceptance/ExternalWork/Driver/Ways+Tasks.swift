import Foundation

extension Way {
  /// Performs a way by a task or an actor.
  func performWithTasks(_ mark: Mark) async {
    switch self {
    case .taskSleep: try? await Task.sleep(for: .milliseconds(1))
    case .clockSleep: try? await SuspendingClock().sleep(for: .milliseconds(1))
    case .queueActor: await ExecutedActor(QueueExecutor()).work(mark)
    case .threadActor: await ExecutedActor(ThreadExecutor()).work(mark)
    case .queueTaskExecutor:
      await Task(executorPreference: QueueTaskExecutor()) { mark.set() }.value
    case .globalActor: await work(mark)
    case .runLoopRun: block { _ = RunLoop.current.run(mode: .default, before: Date() + 0.001) }
    case .priority: await Task(priority: .background) { mark.set() }.value
    case .detached: await Task.detached { mark.set() }.value
    case .unstructured: Task { mark.set() }
    default: preconditionFailure("A way without code: \(self).")
    }
  }

  @QueueGlobalActor private func work(_ mark: Mark) { mark.set() }
}

private actor ExecutedActor {
  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func work(_ mark: Mark) { mark.set() }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "executor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Starts a thread for each job.
private final class ThreadExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class QueueTaskExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "tasks")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

@globalActor private actor QueueGlobalActor {
  static let shared = QueueGlobalActor()
  private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
