/// What a reducer asks to be done outside of it: work that may send actions back.
///
/// An effect is a description; nothing happens until a store performs it.
public struct Effect<Action> {
  // One pointer, whatever the action: all but a piece of work, which is an object, are boxed.
  @usableFromInline
  enum Operation {
    case none
    indirect case send(Action)
    case run(RunOperation<Action>)
    indirect case merge([Effect])
    indirect case concatenate([Effect])
    indirect case cancel(CancelID)
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    /// The effect of a child, and the action that makes the child go.
    indirect case presented(Effect, by: CancelID, dismissal: Action?)
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
public typealias EffectOf<R: Reducer> = Effect<R.Action>

extension Effect {
  /// Nothing.
  @inlinable
  public static var none: Self { Self(.none) }

  /// Sends an action back at once: before the `send` that caused it returns, after the actions
  /// that were caused earlier.
  public static func send(_ action: Action) -> Self { Self(.send(action)) }

  // Always inlined: it is a comparison with zero, less than a call.
  @inlinable
  @inline(__always)
  var isNone: Bool {
    if case .none = operation { true } else { false }
  }
}
