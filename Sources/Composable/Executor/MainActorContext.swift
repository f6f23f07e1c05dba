import Dispatch

/// Whether code runs as the main actor.
enum MainActorContext {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling thread performs a block of the main queue, on which the main actor's jobs
  /// run. It is not always the same thread: on Linux the first one may have given the queue up.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  /// Runs `body` as the main actor, at once where the caller already does.
  static func run<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
    if isCurrent { return MainActor.assumeIsolated(body) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }
}

extension MainActor {
  /// Suspends until the main actor has run all that was enqueued on it before this call.
  ///
  /// Its queue is first in, first out: what resumes the caller stands behind all of that.
  static func waitForEnqueuedJobs() async {
    // Not `Task.yield`, which comes back by way of another thread.
    await withUnsafeContinuation(isolation: MainActor.shared) { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }
}
