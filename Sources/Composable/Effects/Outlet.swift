/// Where a `Send` takes its actions.
///
/// This class is never made; the others are. They are objects and no closures, so that a `Send` of a
/// store is made of what is there: an effect starts without a box for each way back.
///
/// `@unchecked Sendable`, as each of the classes is: they have constants alone, all of them Sendable
/// (of `StoreGate`'s core it is told there).
class Outlet<Action>: @unchecked Sendable {
  /// Whether the calling thread may take the short way: it has no asynchronous call, as each of them
  /// costs two looks at where the task is to run.
  var isHere: Bool { preconditionFailure("Each kind of outlet knows.") }

  /// Takes an action, on a thread that may.
  func deliverHere(_ action: Action, from effect: EffectIdentity) {
    preconditionFailure("Each kind of outlet that is ever here delivers.")
  }

  /// Takes an action, from any thread.
  func deliver(_ action: sending Action, from effect: EffectIdentity) async {
    preconditionFailure("Each kind of outlet delivers.")
  }
}

/// Makes actions of a child into such of its parent.
final class PulledOutlet<Child, Parent>: Outlet<Child>, @unchecked Sendable {
  private let parent: Outlet<Parent>
  private let transform: @Sendable (Child) -> Parent

  init(_ parent: Outlet<Parent>, _ transform: @escaping @Sendable (Child) -> Parent) {
    self.parent = parent
    self.transform = transform
  }

  override var isHere: Bool { parent.isHere }

  override func deliverHere(_ action: Child, from effect: EffectIdentity) {
    parent.deliverHere(transform(action), from: effect)
  }

  override func deliver(_ action: sending Child, from effect: EffectIdentity) async {
    // The closure is `@Sendable` and the child's action is given up here, so nobody else can reach
    // what `transform` made of it; the checker cannot see that through a generic closure.
    nonisolated(unsafe) let action = transform(action)
    await parent.deliver(action, from: effect)
  }
}

/// Hands actions to a closure, on whatever thread.
final class ClosureOutlet<Action>: Outlet<Action>, @unchecked Sendable {
  private let body: @Sendable (sending Action) async -> Void

  init(_ body: @escaping @Sendable (sending Action) async -> Void) {
    self.body = body
  }

  override var isHere: Bool { false }

  override func deliver(_ action: sending Action, from effect: EffectIdentity) async {
    await body(action)
  }
}
