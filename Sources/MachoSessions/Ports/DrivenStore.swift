import MachoDiff

/// The driver's view of a store: it receives actions and exposes values.
///
/// An adapter makes one kind of store a `DrivenStore`. The session calls all methods on its own
/// thread.
package protocol DrivenStore: AnyObject {
  /// The present state: a value, or a snapshot of an object.
  var state: Any { get }
  /// Whether the state is complete: a new store with this start state behaves the same.
  var isStateComplete: Bool { get }
  /// Sends an action and runs the store until it is idle.
  ///
  /// The session has read the action as one of the feature's action types.
  func send(_ action: Any)
  /// Runs `change`, which modifies values that the state shares with other code. Then runs the store
  /// until it is idle. The modification is the first transition, unless the values stay equal.
  ///
  /// `change` gets the present state. Throws the error of `change`.
  func modify(_ change: (_ state: Any) throws(Diagnostic) -> Void) throws(Diagnostic)
  /// Returns a state with the shared values after so many transitions. `nil` if the state has no shared
  /// values.
  func state(_ state: Any, withSharedValuesAfter transitionCount: Int) -> Any?
  /// Whether a new store begins with values that are stored elsewhere, instead of its start state's.
  var loadsStoredValues: Bool { get }
  /// Runs the store until it is idle, after a pending call was completed.
  func run()
  /// Calls `wake`, on any thread, when external work completes.
  func onExternalWork(_ wake: @escaping @Sendable () -> Void)
  /// Makes the endpoint use its stubs from now on.
  func stub(_ endpoint: String)
  /// Runs completed external work. A live store runs one job at a time and wakes the sleepers that
  /// are due.
  func poll()
  /// Advances a live store's clock to the wall clock's time.
  func syncWithWallClock()
  /// Rounds the time of a live store's clock between two deadlines down to a multiple of `step`.
  func roundWallClock(to step: Duration)
  /// Returns and clears the transitions since the last call, in order.
  func takeTransitions() -> [StateTransition]
  /// Returns and clears the reported issues and uncaught errors since the last call.
  func takeProblems() -> [Diagnostic]
  /// The effects in flight, in the order of their start.
  var effects: [RunningEffect] { get }
  /// The effects that wait for external work.
  var externalEffects: [RunningEffect] { get }
  /// The work that effects have handed to other threads and that has not begun, with who handed it
  /// over. Default: none.
  var heldWork: [String] { get }
  /// Whether effects have run tasks that prefer no executor: `Task { }`, `Task.detached { }`. Only a
  /// process with one executor, as of a script, orders them.
  var runsOtherTasks: Bool { get }
  /// The time until the next deadline on the test clock. `nil` if nothing sleeps.
  var nextDeadline: Duration? { get }
  /// Advances the test clock one deadline at a time. Returns `false` if the store has no test
  /// clock.
  func advance(by duration: Duration) -> Bool
  /// Waits at most `limit` for external work, or until `interrupt` is requested. Returns `false` if
  /// work is still pending.
  func settle(within limit: Duration, interrupt: Interrupt) -> Bool
  /// Called when a script of the session settles, although the session does not wait. Default: nothing.
  func recordSettle()
  /// Restores a point of the history. Cancels and returns the effects that started after it.
  func restore(to point: RestorePoint) throws(Diagnostic) -> [RunningEffect]
  /// Returns the states after each of several actions, which begin in `state`, without side effects.
  /// Returns `nil` if reducing them has side effects.
  ///
  /// The session calls it only for pure transitions, to recompute states that it no longer stores.
  func pureReduce(_ state: Any, actions: [Any]) -> [Any]?
  /// Cancels and returns all effects in flight.
  func cancelEffects() -> [RunningEffect]
  /// Returns the change between two states. A reducer's store also compares two actions. `nil` if they
  /// are equal or cannot be compared.
  func change(from old: Any, to new: Any) -> Change?
  /// Returns the change between two recorded states, whose objects have the recorded contents.
  func change(from old: RecordedState, to new: RecordedState) -> Change?
  /// Captures the contents of the objects that the present state refers to. `nil` if it may have none.
  var objects: (any ObjectRecord)? { get }
  /// Returns the paths of the properties that differ in the same objects of two records, sorted.
  func changedProperties(from old: any ObjectRecord, to new: any ObjectRecord) -> [String]
  /// Calls `observer` when an effect starts or ends, and `onIdle` whenever the store has become
  /// idle. Both get the time on the store's clock.
  func observeEffects(
    _ observer: @escaping (EffectChange, _ time: Duration) -> Void,
    onIdle: @escaping (_ time: Duration) -> Void)
  /// Chooses the job that runs next where several are ready. Default: `nil` (the oldest one).
  var jobChooser: (any JobChooser)? { get set }
  /// Whether the feature has read the store's clock or slept on it.
  var hasUsedClock: Bool { get }
  /// The dependencies that the feature has used as schedulers with the store's clock: `mainQueue`.
  var usedSchedulers: Set<String> { get }
  /// Whether a block of the main queue or a timer has changed the state, so that a script must wait.
  var hasExternalChanges: Bool { get }
  /// The dependencies that the feature reads in the context `test`, that no stub covers, and whose
  /// value in tests is the live one: `git`, or `git.run` if stubs cover other endpoints.
  var liveDependencies: [String] { get }
  /// The time on the store's clock since the store was opened.
  var elapsedTime: Duration { get }
  /// Returns a state, or a part of one, as custom-dump prints it.
  func text(of value: Any) -> String
  /// Calls `onExceeding` when more than `limit` jobs or actions run at one time of the clock, as
  /// endless effects do.
  /// `onExceeding` must not return to the store if the work must end.
  func limitWork(to limit: Int, onExceeding: @escaping () -> Void)
  /// Calls `body`, which operates the store several times, and prepares the store once for all of it.
  /// The result is the same as without a batch.
  func performBatch(_ body: () -> Void)
  /// Closes the store: cancels its effects and releases its state.
  func close()
}

extension DrivenStore {
  /// Default: `true`.
  package var isStateComplete: Bool { true }
  /// Default: `nil`. An object's reaction may depend on hidden state.
  package func pureReduce(_ state: Any, actions: [Any]) -> [Any]? { nil }
  /// Default: compares the states without their objects.
  package func change(from old: RecordedState, to new: RecordedState) -> Change? {
    change(from: old.value, to: new.value)
  }
  /// Default: `nil`, for states without objects.
  package var objects: (any ObjectRecord)? { nil }
  /// Default: none.
  package func changedProperties(
    from old: any ObjectRecord, to new: any ObjectRecord
  ) -> [String] { [] }
  /// Default: throws an error, for states without shared values.
  package func modify(_ change: (_ state: Any) throws(Diagnostic) -> Void) throws(Diagnostic) {
    throw Diagnostic("not-supported", "the state has no shared values")
  }
  /// Default: `nil`.
  package func state(_ state: Any, withSharedValuesAfter transitionCount: Int) -> Any? { nil }
  /// Default: `false`.
  package var loadsStoredValues: Bool { false }
  /// Default: `false`.
  package var runsOtherTasks: Bool { false }
  /// Default: does nothing, for stores without a live clock.
  package func syncWithWallClock() {}
  /// Default: does nothing, for stores without a live clock.
  package func roundWallClock(to step: Duration) {}
  /// Default: never calls a closure, for stores without effects.
  package func observeEffects(
    _ observer: @escaping (EffectChange, _ time: Duration) -> Void,
    onIdle: @escaping (_ time: Duration) -> Void
  ) {}
  /// Default: `false`.
  package var hasUsedClock: Bool { false }
  package var heldWork: [String] { [] }
  package func recordSettle() {}
  /// Default: none.
  package var usedSchedulers: Set<String> { [] }
  /// Default: `false`.
  package var hasExternalChanges: Bool { false }
  /// Default: none.
  package var liveDependencies: [String] { [] }
  /// Default: zero, for stores without a clock.
  package var elapsedTime: Duration { .zero }
  /// Default: `nil`. A store without a queue of jobs ignores a chooser.
  package var jobChooser: (any JobChooser)? {
    get { nil }
    set {}
  }
  /// Default: only calls `body`.
  package func performBatch(_ body: () -> Void) { body() }
  /// Default: does nothing, for stores without effects.
  package func limitWork(to limit: Int, onExceeding: @escaping () -> Void) {}
}
