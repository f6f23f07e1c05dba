import Composable
import MachoArchitectures

/// The way from an object to its driver, from whichever thread its work is on.
final class StoreProxy<State: Equatable & SendableMetatype>: Sendable {
  // Unsafe only to the checker. Both are set once, by the store's initialiser, before the object
  // exists that could use the door. `store` is used only on the thread that owns the executor, and
  // only that thread may touch the store. Reading a weak reference is atomic towards its deinit.
  nonisolated(unsafe) private weak var store: ObjectStoreAdapter<State>?
  nonisolated(unsafe) private var executor: StoreExecutor?

  func attach(to store: ObjectStoreAdapter<State>, _ executor: StoreExecutor) {
    self.store = store
    self.executor = executor
  }

  /// Has `body` done at once on the owner's thread, and from any other as what came from outside.
  func perform(_ body: @escaping @Sendable (ObjectStoreAdapter<State>) -> Void) {
    guard let executor else { return }
    if executor.isOwnedByCurrentThread {
      if let store { body(store) }
    } else {
      Task(executorPreference: executor) { [self] in
        if let store { body(store) }
      }
    }
  }

  /// Work that the store runs as effects.
  var work: TaskRunner {
    TaskRunner { piece in
      self.perform { $0.start(piece) }
    } cancel: { name in
      self.perform { $0.cancelWork(name) }
    }
  }
}
