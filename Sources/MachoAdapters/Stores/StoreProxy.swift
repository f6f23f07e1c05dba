import Composable
import MachoArchitectures

/// Forwards calls of a drivable object to its store, from any thread.
final class StoreProxy<State: Equatable & SendableMetatype>: Sendable {
  // SAFETY: set once during the store's `init`, before the object exists. `store` is read only on
  // the thread that owns the executor. Loading a weak reference is atomic with respect to its
  // deinit.
  nonisolated(unsafe) private weak var store: ObjectStoreAdapter<State>?
  nonisolated(unsafe) private var executor: StoreExecutor?

  func attach(to store: ObjectStoreAdapter<State>, _ executor: StoreExecutor) {
    self.store = store
    self.executor = executor
  }

  /// Runs `body` immediately on the owner's thread. On other threads, and in blocks of the main
  /// queue, enqueues it as an external job.
  func perform(_ body: @escaping @Sendable (ObjectStoreAdapter<State>) -> Void) {
    guard let executor else { return }
    if executor.isOwnedByCurrentCode {
      if let store { body(store) }
    } else {
      Task(executorPreference: executor) { [self] in
        if let store { body(store) }
      }
    }
  }

  /// Runs work as effects of the store.
  var tasks: TaskRunner {
    TaskRunner { job in
      self.perform { $0.start(job) }
    } cancel: { name in
      self.perform { $0.cancelWork(name) }
    }
  }
}
