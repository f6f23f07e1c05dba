/// A destination for the actions of a `Send`. Abstract base class; use a subclass.
///
/// PERFORMANCE: sinks are classes, not closures, to avoid an allocation for each effect.
///
/// SAFETY: `@unchecked Sendable`, as are the subclasses, because all stored properties are
/// constants and `Sendable`. `StoreActionSink` documents the exception of its core.
class ActionSink<Action>: @unchecked Sendable {
  /// Whether the calling thread may use `deliverOnOwnerThread`. PERFORMANCE: that path has no
  /// asynchronous calls, each of which checks twice on which executor the task runs.
  var isOnOwnerThread: Bool { preconditionFailure("A subclass must override isOnOwnerThread.") }

  /// Delivers an action. Requires `isOnOwnerThread`.
  func deliverOnOwnerThread(_ action: Action, from effect: EffectHandle) {
    preconditionFailure("A subclass must override deliverOnOwnerThread.")
  }

  /// Delivers an action, from any thread.
  func deliver(_ action: sending Action, from effect: EffectHandle) async {
    preconditionFailure("A subclass must override deliver.")
  }
}

/// A sink that transforms actions of a child into actions of its parent.
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
    // SAFETY: the closure is `@Sendable` and the child's action is consumed here, so no other code
    // can reach the result of `transform`. The compiler cannot see that through a generic closure.
    nonisolated(unsafe) let action = transform(action)
    await parent.deliver(action, from: effect)
  }
}

/// A sink that passes actions to a closure, on any thread.
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
