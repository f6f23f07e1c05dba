/// A description of work that a reducer returns and that may send actions back.
///
/// Nothing happens until a store runs it.
public struct Effect<Action> {
  // PERFORMANCE: one pointer for every type of action. Payloads are boxed, except for `run`, which
  // is an object.
  @usableFromInline
  enum Operation {
    case none
    indirect case send(Action)
    case run(RunOperation<Action>)
    indirect case merge([Effect])
    indirect case concatenate([Effect])
    indirect case cancel(CancelID)
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// The effect of a presented child, and the action that dismisses the child.
    indirect case presented(Effect, by: CancelID, dismissal: Action?)
    /// The effect of an element.
    indirect case element(Effect, by: CancelID, ElementKey)
    /// Cancels the effects of a group's elements that are not present.
    indirect case cancelMissing(ElementGroup, PresentElements)
  }

  @usableFromInline
  let operation: Operation

  @usableFromInline
  init(_ operation: Operation) {
    self.operation = operation
  }
}

extension Effect.Operation: Sendable where Action: Sendable {}
extension Effect: Sendable where Action: Sendable {}

/// An effect of a reducer.
public typealias EffectOf<R: _ReducerTypes> = Effect<R.Action>

extension Effect {
  /// An effect that does nothing.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Returns an effect that sends an action back immediately: before the `send` that caused it
  /// returns, and after the actions that were caused earlier.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  // PERFORMANCE: always inlined, because it is a comparison with zero, which costs less than a
  // call.
  @inlinable
  @inline(__always)
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}
