import Composable
import MachoArchitectures

/// The way from an object to its driver, from whichever thread its work is on.
final class StageDoor<State: Equatable & SendableMetatype>: Sendable {
  // Unsafe only to the checker. Both are set once, by the store's initialiser, before the object
  // exists that could use the door. `store` is used only on the thread that owns the executor, and
  // only that thread may touch the store. Reading a weak reference is atomic towards its deinit.
  nonisolated(unsafe) private weak var store: DrivableStore<State>?
  nonisolated(unsafe) private var executor: StoreExecutor?

  func open(to store: DrivableStore<State>, _ executor: StoreExecutor) {
    self.store = store
    self.executor = executor
  }

  /// Has `body` done at once on the owner's thread, and from any other as what came from outside.
  func enter(_ body: @escaping @Sendable (DrivableStore<State>) -> Void) {
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
  var work: Work {
    Work { piece in
      self.enter { $0.start(piece) }
    } cancel: { name in
      self.enter { $0.cancelWork(name) }
    }
  }
}
