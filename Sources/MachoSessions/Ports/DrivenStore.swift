/// A store as the driver sees it: takes an action, shows values, never itself.
///
/// Every method runs on the session's thread. An adapter turns one kind of store into this.
public protocol DrivenStore: AnyObject {
  /// The state as it is now: a value, or a snapshot of one.
  var state: Any { get }
  /// Whether the state is all there is to it, so that a store that starts from it is the same.
  var isStateComplete: Bool { get }
  /// Sends an action and runs until the store is quiescent.
  ///
  /// The session has read the action as the feature's action type.
  func send(_ action: Any)
  /// Runs until the store is quiescent, after a pending call was answered.
  func run()
  /// Has `wake` called, from any thread, when something comes back from outside.
  func onExternalWork(_ wake: @escaping @Sendable () -> Void)
  /// Makes the stubs of an endpoint answer its calls from now on.
  func stub(_ endpoint: String)
  /// Runs what came back from outside; in a live store one thing after the other, and what the time
  /// that has passed makes due.
  func poll()
  /// Lets the time of a live store's clock be the wall's.
  func syncWithWallClock()
  /// The actions reduced since the last call, in order.
  func takeTransitions() -> [StateTransition]
  /// What went wrong since the last call: reported issues, uncaught errors.
  func takeProblems() -> [Diagnostic]
  /// The effects that run, in the order of their birth.
  var effects: [RunningEffect] { get }
  /// The effects that wait for something outside, or whose end depended on it.
  var externalEffects: [RunningEffect] { get }
  /// Takes what came from outside as part of the script from here on.
  func acceptExternalWork()
  /// The distance to the next deadline on the controlled clock.
  var nextDeadline: Duration? { get }
  /// Moves the controlled clock, a deadline at a time; `false` where there is no such clock.
  func advance(by duration: Duration) -> Bool
  /// Waits at most `limit` for what is outside, and no longer than until `interrupt` is requested;
  /// `false` when something still is.
  func settle(within limit: Duration, unless interrupt: Interrupt) -> Bool
  /// Goes back or forth to a moment, cancels the effects that were not born then, and says which.
  func restore(to moment: RestorePoint) throws(Diagnostic) -> [RunningEffect]
  /// What an action makes of a state, without doing anything: `nil` where only the doing tells.
  ///
  /// It is asked of pure steps alone, and lets the history forget the states between some that it
  /// keeps.
  func pureReduce(_ state: Any, by action: Any) -> Any?
  /// Cancels every effect.
  func cancelEffects() -> [RunningEffect]
  /// The diff of two states, as `_printChanges` prints it; `nil` when they are equal.
  func diff(_ old: Any, _ new: Any) -> String?
  /// Tells of each effect that begins or ends from here on.
  func observeEffects(_ observer: @escaping (EffectChange) -> Void)
  /// Whether anything has looked at the store's clock, or slept on it.
  var hasUsedClock: Bool { get }
  /// A state or a part of one, as custom-dump prints it.
  func text(of value: Any) -> String
  /// Ends the store: cancels its effects and lets go of its state.
  func close()
}

extension DrivenStore {
  /// It is.
  public var isStateComplete: Bool { true }
  /// Nobody can tell: what an object makes of an action depends on more than what it shows.
  public func pureReduce(_ state: Any, by action: Any) -> Any? { nil }
  /// Does nothing: the store has no clock that goes by itself.
  public func syncWithWallClock() {}
  /// Tells nothing: the store has no effects that begin and end.
  public func observeEffects(_ observer: @escaping (EffectChange) -> Void) {}
  /// No.
  public var hasUsedClock: Bool { false }
}
