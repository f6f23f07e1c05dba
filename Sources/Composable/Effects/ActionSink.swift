/// Where a `Send` takes its actions.
///
/// This class is never made; the others are. They are objects and no closures, so that a `Send` of a
/// store is made of what is there: an effect starts without a box for each way back.
///
/// `@unchecked Sendable`, as each of the classes is: they have constants alone, all of them Sendable
/// (of `StoreActionSink`'s core it is told there).
class ActionSink<Action>: @unchecked Sendable {
  /// Whether the calling thread may take the short way: it has no asynchronous call, as each of them
  /// costs two looks at where the task is to run.
  var isOnOwnerThread: Bool { preconditionFailure("Each kind of outlet knows.") }

  /// Takes an action, on a thread that may.
  func deliverOnOwnerThread(_ action: Action, from effect: EffectHandle) {
    preconditionFailure("Each kind of outlet that is ever here delivers.")
  }

  /// Takes an action, from any thread.
  func deliver(_ action: sending Action, from effect: EffectHandle) async {
    preconditionFailure("Each kind of outlet delivers.")
  }
}

/// Makes actions of a child into such of its parent.
final class MappedActionSink<Child, Parent>: ActionSink<Child>, @unchecked Sendable {
  private let parent: ActionSink<Parent>
  private let transform: @Sendable (Child) -> Parent

  init(_ parent: ActionSink<Parent>, _ transform: @escaping @Sendable (Child) -> Parent) {
    self.parent = parent
    self.transform = transform
  }

  override var isOnOwnerThread: Bool { parent.isOnOwnerThread }

  override func deliverOnOwnerThread(_ action: Child, from effect: EffectHandle) {
    parent.deliverOnOwnerThread(transform(action), from: effect)
  }

  override func deliver(_ action: sending Child, from effect: EffectHandle) async {
    // The closure is `@Sendable` and the child's action is given up here, so nobody else can reach
    // what `transform` made of it; the checker cannot see that through a generic closure.
    nonisolated(unsafe) let action = transform(action)
    await parent.deliver(action, from: effect)
  }
}

/// Hands actions to a closure, on whatever thread.
final class ClosureActionSink<Action>: ActionSink<Action>, @unchecked Sendable {
  private let body: @Sendable (sending Action) async -> Void

  init(_ body: @escaping @Sendable (sending Action) async -> Void) {
    self.body = body
  }

  override var isOnOwnerThread: Bool { false }

  override func deliver(_ action: sending Action, from effect: EffectHandle) async {
    await body(action)
  }
}
