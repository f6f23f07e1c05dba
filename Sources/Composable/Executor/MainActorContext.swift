import Dispatch

/// The main queue as the place where the main actor's jobs run.
package enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling thread runs a block of the main queue, where the main actor's jobs run.
  /// The thread can change: on Linux the first thread may give up the main queue.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Whether the caller is on the main actor, which a process-wide executor may run.
  package static var isMainActor: Bool {
    StoreExecutor.processWide?.isOwnedByCurrentThread == true || isCurrent
  }

  /// Runs `body` on the main actor: directly if the caller is on it, otherwise synchronously on its
  /// queue.
  static func run<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
    // SAFETY: the main actor runs on its thread only, which the condition or the queue has established.
    if isCurrent { return MainActor.assumeIsolated(body) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }
}

extension MainActor {
  /// Suspends until the main actor has run all jobs that were enqueued on it before this call.
  ///
  /// ORDER: its queue is first in, first out, so the resumption runs after those jobs.
  static func waitForEnqueuedJobs() async {
    // Not `Task.yield`, which resumes by way of another thread.
    // SAFETY: the task resumes it once.
    await withUnsafeContinuation(isolation: MainActor.shared) { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }
}
