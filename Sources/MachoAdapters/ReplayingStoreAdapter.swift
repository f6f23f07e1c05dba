import MachoDiff
import MachoSessions

/// Drives an object, and travels in its past: by putting a state in place where the object can, and
/// else by making the object anew and replaying what was done to it.
///
/// A replay is exact, because a store's executor is: the same calls in the same order, answered as
/// they were, on a clock that goes as it went. That it came to the same state is checked all the
/// same. The clock goes back with it.
final class ReplayingStoreAdapter<State: Equatable & SendableMetatype>: DrivenStore {
  /// Something that was done to the store.
  private enum Operation {
    case send(Any)
    case run
    case advance(Duration)
    case stub(String)
    case cancelEffects
    /// An end in the middle of what came before: nothing more is run, and only these effects go on.
    case truncate(steps: Int, keeping: Set<Int>)
  }

  private struct Entry {
    var operation: Operation
    /// How many steps the store had taken when it was over.
    var steps: Int
  }

  private let make: (StubReplayLog) -> ObjectStoreAdapter<State>
  private var replayLog = StubReplayLog()
  private var adapter: ObjectStoreAdapter<State>
  private var entries: [Entry] = []
  /// Where in the entries the store stands: after so many, or in the middle of the last of them.
  private var position = 0
  private var cut: Operation?
  /// Whether anything came from outside, which cannot be had again.
  private var hasExternalWork = false
  private var wake: (@Sendable () -> Void)?
  private var effectObserver: ((EffectChange) -> Void)?

  init(
    _ surroundings: StoreConfiguration,
    make: @escaping (StoreConfiguration) -> ObjectStoreAdapter<State>
  ) {
    self.make = { memory in
      var surroundings = surroundings
      surroundings.memory = memory
      return make(surroundings)
    }
    adapter = self.make(replayLog)
  }

  var state: Any { adapter.lastState }
  /// An object may know more than it shows.
  var isStateComplete: Bool { false }

  func send(_ action: Any) { perform(.send(action)) }
  func run() { perform(.run) }

  func stub(_ endpoint: String) {
    // In a test every endpoint is stubbed from the start, so nothing is done that has to be redone.
    if adapter.context == .test { adapter.stub(endpoint) } else { perform(.stub(endpoint)) }
  }

  func advance(by duration: Duration) -> Bool {
    guard adapter.wallTime == nil else { return false }
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

  func settle(within limit: Duration, unless interrupt: Interrupt) -> Bool {
    hasExternalWork = hasExternalWork || !adapter.externalEffects.isEmpty
    return adapter.settle(within: limit, unless: interrupt)
  }

  func onExternalWork(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    adapter.onExternalWork(wake)
  }

  func syncWithWallClock() { adapter.syncWithWallClock() }
  func takeTransitions() -> [StateTransition] { adapter.takeTransitions() }
  func takeProblems() -> [Diagnostic] { adapter.takeProblems() }
  var effects: [RunningEffect] { adapter.effects }
  var externalEffects: [RunningEffect] { adapter.externalEffects }
  func acceptExternalWork() { adapter.acceptExternalWork() }
  var hasUsedClock: Bool { adapter.hasUsedClock }

  func observeEffects(_ observer: @escaping (EffectChange) -> Void) {
    effectObserver = observer
    adapter.observeEffects(observer)
  }

  var nextDeadline: Duration? { adapter.nextDeadline }
  func text(of value: Any) -> String { adapter.text(of: value) }
  func close() { adapter.close() }

  func diff(_ old: Any, _ new: Any) -> String? {
    guard let old = old as? State, let new = new as? State else { return nil }
    return stateDiff(old, new)
  }

  // MARK: Doing

  private func perform(_ operation: Operation) {
    // What was undone cannot be redone after something else was done.
    if let cut {
      entries.removeSubrange(position...)
      replayLog.discardUndone()
      if let last = entries.indices.last { entries[last].steps = adapter.transitionCount }
      entries.append(Entry(operation: cut, steps: adapter.transitionCount))
      self.cut = nil
    }
    replayLog.startOperation(entries.count)
    perform(operation, on: adapter)
    replayLog.finishOperation()
    entries.append(Entry(operation: operation, steps: adapter.transitionCount))
    position = entries.count
  }

  private func perform(_ operation: Operation, on store: ObjectStoreAdapter<State>) {
    switch operation {
    case .send(let action): store.send(action)
    case .run: store.run()
    case .stub(let endpoint): store.stub(endpoint)
    case .cancelEffects: _ = store.cancelEffects()
    case .advance(let duration): advance(store, by: duration)
    case .truncate(let steps, let effects):
      _ = store.cancel { !effects.contains($0.id) }
      store.discardTransitions(backTo: steps)
    }
  }

  /// Moves the clock; in a replay only as far as the steps that are wanted.
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

  // MARK: Travelling

  func restore(to moment: RestorePoint) throws(Diagnostic) -> [RunningEffect] {
    guard let state = moment.state as? State else { return [] }
    let kept = Set(adapter.effects.map(\.id).filter { $0 <= moment.lastEffectID })
    let cancelled = adapter.effects.filter { !kept.contains($0.id) }
    if adapter.restore(state) {
      _ = adapter.cancel { !kept.contains($0.id) }
      return cancelled
    }
    if let reason = replayRefusal(moment) { throw Diagnostic("not-supported", reason) }
    let replayed = StubReplayLog(replaying: replayLog)
    let store = make(replayed)
    let reached = replay(to: moment.transitionCount, on: store, replayed)
    let cut = Operation.truncate(steps: moment.transitionCount, keeping: kept)
    perform(cut, on: store)
    _ = store.takeProblems()
    guard store.lastState == state, replayed.isFaithful else {
      store.close()
      throw Diagnostic(
        "not-supported", "the object's past was replayed and came out another way",
        notes: ["what happened in one turn cannot be divided: undo or redo all of it"])
    }
    // The new one's calls wait in the table from here on, the old one's are let go.
    replayLog.detach()
    adapter.close()
    replayLog = replayed
    adapter = store
    // The cut will stand there.
    replayLog.resume(asking: adapter.caller.table, at: reached + 1)
    position = reached
    self.cut = cut
    if let wake { adapter.onExternalWork(wake) }
    if let effectObserver { adapter.observeEffects(effectObserver) }
    return cancelled
  }

  /// Why the past cannot be replayed.
  private func replayRefusal(_ moment: RestorePoint) -> String? {
    if adapter.wallTime != nil { return "a live object's past cannot be replayed" }
    if hasExternalWork { return "what came from outside cannot be replayed" }
    if replayLog.hasOpenStreams { return "a stream that was answered cannot be replayed" }
    if !moment.canBeReplayed || moment.transitionCount > (entries.last?.steps ?? 0) {
      return "what was undone cannot be redone, as something else was done since"
    }
    return nil
  }

  /// Does again what led to so many steps; how many entries that took.
  private func replay(
    to steps: Int, on store: ObjectStoreAdapter<State>, _ memory: StubReplayLog
  ) -> Int {
    store.transitionLimit = steps
    defer { store.transitionLimit = .max }
    var before = 0
    for (index, entry) in entries.enumerated() {
      // The step that must not be taken belongs to this one as a whole.
      if entry.steps > steps, before == steps { return index }
      memory.startOperation(index)
      store.transitionLimit = transitionLimit(at: index, steps)
      perform(entry.operation, on: store)
      memory.finishOperation()
      if entry.steps > steps { return index + 1 }
      before = entry.steps
    }
    return entries.count
  }

  /// How many steps an entry may take: to where the travel goes, or to where it was cut off.
  private func transitionLimit(at index: Int, _ steps: Int) -> Int {
    if case .truncate = entries[index].operation { return .max }
    guard entries.indices.contains(index + 1),
      case .truncate(let end, _) = entries[index + 1].operation
    else { return steps }
    return min(end, steps)
  }
}
