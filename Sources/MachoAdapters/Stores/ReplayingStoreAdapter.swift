import MachoDiff
import MachoSessions
import MachoValues

/// Adapts an object with time travel. Restores the state if the object supports it. Otherwise,
/// creates a new object and replays all operations.
///
/// A replay is deterministic: it makes the same calls in the same order, with the same responses
/// and the same clock. The resulting state is verified. A replay restores the clock too.
final class ReplayingStoreAdapter<State: Equatable & SendableMetatype>: DrivenStore {
  /// An operation on the store.
  private enum Operation {
    case send(Any)
    case run
    case advance(Duration)
    case stub(String)
    case cancelEffects
    /// A truncation within the previous operation: nothing else runs, and only these effects stay
    /// in flight.
    case truncate(transitions: Int, keeping: Set<Int>)
  }

  private struct Entry {
    var operation: Operation
    /// The number of transitions after the operation.
    var transitionCount: Int
    /// The choices of its ready jobs, which a replay repeats.
    var choices: [Int] = []
  }

  private let make: (StubReplayLog) -> ObjectStoreAdapter<State>
  private var replayLog = StubReplayLog()
  private var adapter: ObjectStoreAdapter<State>
  private var entries: [Entry] = []
  /// The number of entries in force. The last of them may be truncated.
  private var position = 0
  private var truncation: Operation?
  /// Whether external work completed, which cannot be replayed.
  private var hasExternalWork = false
  private var wake: (@Sendable () -> Void)?
  private var effectObserver: (effect: (EffectChange, Duration) -> Void, idle: (Duration) -> Void)?
  private let choices = ChoiceRecorder()
  private var workLimit: (count: Int, onExceeding: () -> Void)?

  init(
    _ configuration: StoreConfiguration,
    make: @escaping (StoreConfiguration) -> ObjectStoreAdapter<State>
  ) {
    self.make = { replayLog in
      var configuration = configuration
      configuration.replayLog = replayLog
      return make(configuration)
    }
    adapter = self.make(replayLog)
  }

  var state: Any { adapter.lastState }
  /// An object may have hidden state.
  var isStateComplete: Bool { false }

  func send(_ action: Any) { perform(.send(action)) }
  func run() { perform(.run) }

  func stub(_ endpoint: String) {
    // In a test all endpoints are stubbed from the start, so there is nothing to replay.
    if adapter.context == .test { adapter.stub(endpoint) } else { perform(.stub(endpoint)) }
  }

  func advance(by duration: Duration) -> Bool {
    guard adapter.clockSync == nil else { return false }
    perform(.advance(duration))
    return true
  }

  func cancelEffects() -> [RunningEffect] {
    let effects = adapter.effects
    perform(.cancelEffects)
    return effects
  }

  func poll() {
    hasExternalWork = hasExternalWork || adapter.core.executor.externalJobCount > 0
    adapter.poll()
  }

  func settle(within limit: Duration, interrupt: Interrupt) -> Bool {
    hasExternalWork = hasExternalWork || !adapter.externalEffects.isEmpty
    return adapter.settle(within: limit, interrupt: interrupt)
  }

  func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    adapter.onExternalWork(wake)
  }

  func syncWithWallClock() { adapter.syncWithWallClock() }
  func roundWallClock(to step: Duration) { adapter.roundWallClock(to: step) }
  func takeTransitions() -> [StateTransition] { adapter.takeTransitions() }
  func takeProblems() -> [Diagnostic] { adapter.takeProblems() }
  var effects: [RunningEffect] { adapter.effects }
  var externalEffects: [RunningEffect] { adapter.externalEffects }
  var heldWork: [String] { adapter.heldWork }
  func recordSettle() { adapter.recordSettle() }
  var hasUsedClock: Bool { adapter.hasUsedClock }
  var elapsedTime: Duration { adapter.elapsedTime }
  var hasExternalChanges: Bool { adapter.hasExternalChanges }
  var liveDependencies: [String] { adapter.liveDependencies }

  var jobChooser: (any JobChooser)? {
    get { choices.chooser }
    set {
      choices.chooser = newValue
      adapter.jobChooser = newValue == nil ? nil : choices
    }
  }

  func observeEffects(
    _ observer: @escaping (EffectChange, _ time: Duration) -> Void,
    onIdle: @escaping (_ time: Duration) -> Void
  ) {
    effectObserver = (observer, onIdle)
    adapter.observeEffects(observer, onIdle: onIdle)
  }

  var nextDeadline: Duration? { adapter.nextDeadline }
  func text(of value: Any) -> String { adapter.text(of: value) }
  func close() { adapter.close() }

  func limitWork(to limit: Int, onExceeding: @escaping () -> Void) {
    workLimit = (limit, onExceeding)
    adapter.limitWork(to: limit, onExceeding: onExceeding)
  }

  func change(from old: Any, to new: Any) -> Change? {
    guard let old = old as? State, let new = new as? State else { return nil }
    return stateChange(old, new)
  }

  func change(from old: RecordedState, to new: RecordedState) -> Change? {
    ObjectTracker<State>.change(from: old, to: new) ?? change(from: old.value, to: new.value)
  }

  var objects: (any ObjectRecord)? { adapter.objects }

  func changedProperties(from old: any ObjectRecord, to new: any ObjectRecord) -> [String] {
    adapter.changedProperties(from: old, to: new)
  }

  // MARK: Operations

  private func perform(_ operation: Operation) {
    // A new operation discards the undone ones.
    if let truncation {
      entries.removeSubrange(position...)
      replayLog.discardUndone()
      if let last = entries.indices.last { entries[last].transitionCount = adapter.transitionCount }
      entries.append(Entry(operation: truncation, transitionCount: adapter.transitionCount))
      self.truncation = nil
    }
    replayLog.startOperation(entries.count)
    perform(operation, on: adapter)
    replayLog.finishOperation()
    entries.append(
      Entry(
        operation: operation, transitionCount: adapter.transitionCount,
        choices: choices.takeRecorded()))
    position = entries.count
  }

  private func perform(_ operation: Operation, on store: ObjectStoreAdapter<State>) {
    switch operation {
    case .send(let action): store.send(action)
    case .run: store.run()
    case .stub(let endpoint): store.stub(endpoint)
    case .cancelEffects: _ = store.cancelEffects()
    case .advance(let duration): advance(store, by: duration)
    case .truncate(let transitions, let effects):
      _ = store.cancel { !effects.contains($0.id) }
      store.discardTransitions(backTo: transitions)
    }
  }

  /// Advances the clock. A replay stops at its transition limit.
  private func advance(_ store: ObjectStoreAdapter<State>, by duration: Duration) {
    guard store.transitionLimit < .max else {
      _ = store.advance(by: duration)
      return
    }
    var left = duration
    while store.transitionCount < store.transitionLimit {
      let next = min(left, max(store.nextDeadline ?? left, .zero))
      _ = store.advance(by: next)
      left -= next
      if left <= .zero { break }
    }
  }

  // MARK: Time travel

  func restore(to point: RestorePoint) throws(Diagnostic) -> [RunningEffect] {
    guard let state = point.state as? State else { return [] }
    let keptEffects = Set(adapter.effects.map(\.id).filter { $0 <= point.lastEffectID })
    let cancelled = adapter.effects.filter { !keptEffects.contains($0.id) }
    if adapter.restore(state) {
      _ = adapter.cancel { !keptEffects.contains($0.id) }
      return cancelled
    }
    if let reason = replayRefusal(point) { throw Diagnostic("not-supported", reason) }
    let replayed = StubReplayLog(replaying: replayLog)
    let store = make(replayed)
    if let workLimit {
      store.limitWork(to: workLimit.count, onExceeding: workLimit.onExceeding)
    }
    let reached = replay(to: point.transitionCount, on: store, replayed)
    let truncation = Operation.truncate(transitions: point.transitionCount, keeping: keptEffects)
    let isReproduced = areSame(store.lastState, state)
    let endedEffects = store.effects.filter { !keptEffects.contains($0.id) }
    perform(truncation, on: store)
    _ = store.takeProblems()
    guard areSame(store.lastState, state), replayed.isFaithful else {
      store.close()
      throw Self.replayError(afterCancelling: isReproduced ? endedEffects.first : nil)
    }
    // From now on, the new object's calls are pending in the table instead of the old one's.
    replayLog.detach()
    adapter.close()
    replayLog = replayed
    adapter = store
    // The truncation will be the next entry.
    replayLog.resume(asking: adapter.caller.table, at: reached + 1)
    jobChooser = choices.chooser
    position = reached
    self.truncation = truncation
    if let wake { adapter.onExternalWork(wake) }
    if let effectObserver {
      adapter.observeEffects(effectObserver.effect, onIdle: effectObserver.idle)
    }
    return cancelled
  }

  /// Returns the error of a replay that leads to a different state, with the effect whose cancellation
  /// changes the state.
  private static func replayError(afterCancelling effect: RunningEffect?) -> Diagnostic {
    guard let effect else {
      return Diagnostic(
        "not-supported", "the replay of the object led to a different state",
        notes: ["the transitions of one turn cannot be separated: undo or redo all of them"])
    }
    return Diagnostic(
      "not-supported", "the effect \(effect.identity) has ended and cannot run again",
      notes: ["its cancellation changes the state: undo the action that started it too"])
  }

  /// Returns the reason why the point cannot be reached by replay, or `nil`.
  private func replayRefusal(_ point: RestorePoint) -> String? {
    if adapter.clockSync != nil { return "a live object cannot be replayed" }
    if hasExternalWork || adapter.hasExternalChanges { return "external work cannot be replayed" }
    if replayLog.hasOpenStreams { return "a stream that 'answer' feeds cannot be replayed" }
    if !point.canBeReplayed || point.transitionCount > (entries.last?.transitionCount ?? 0) {
      return "undone actions cannot be redone after other operations"
    }
    return nil
  }

  /// Replays operations up to a number of transitions. Returns the number of replayed entries.
  private func replay(
    to count: Int, on store: ObjectStoreAdapter<State>, _ replayLog: StubReplayLog
  ) -> Int {
    store.transitionLimit = count
    defer { store.transitionLimit = .max }
    var before = 0
    for (index, entry) in entries.enumerated() {
      // The operation whose first transition exceeds the limit is not replayed.
      if entry.transitionCount > count, before == count { return index }
      replayLog.startOperation(index)
      store.jobChooser = ReplayedChoices(entry.choices)
      store.transitionLimit = transitionLimit(at: index, count)
      perform(entry.operation, on: store)
      replayLog.finishOperation()
      if entry.transitionCount > count { return index + 1 }
      before = entry.transitionCount
    }
    return entries.count
  }

  /// Returns the transition limit of an entry: the target of the replay, or an earlier truncation.
  private func transitionLimit(at index: Int, _ count: Int) -> Int {
    if case .truncate = entries[index].operation { return .max }
    guard entries.indices.contains(index + 1),
      case .truncate(let end, _) = entries[index + 1].operation
    else { return count }
    return min(end, count)
  }
}
