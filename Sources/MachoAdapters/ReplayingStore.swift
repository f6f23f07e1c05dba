import MachoDiff
import MachoSessions

/// Drives an object, and travels in its past: by putting a state in place where the object can, and
/// else by making the object anew and replaying what was done to it.
///
/// A replay is exact, because a store's executor is: the same calls in the same order, answered as
/// they were, on a clock that goes as it went. That it came to the same state is checked all the
/// same. The clock goes back with it.
final class ReplayingStore<State: Equatable & SendableMetatype>: DrivenStore {
  /// Something that was done to the store.
  private enum Operation {
    case send(Any)
    case run
    case advance(Duration)
    case stub(String)
    case cancelEffects
    /// An end in the middle of what came before: nothing more is run, and only these effects go on.
    case cut(steps: Int, keeping: Set<Int>)
  }

  private struct Entry {
    var operation: Operation
    /// How many steps the store had taken when it was over.
    var steps: Int
  }

  private let make: (StubMemory) -> DrivableStore<State>
  private var memory = StubMemory()
  private var inner: DrivableStore<State>
  private var entries: [Entry] = []
  /// Where in the entries the store stands: after so many, or in the middle of the last of them.
  private var position = 0
  private var cut: Operation?
  /// Whether anything came from outside, which cannot be had again.
  private var hasArrivals = false
  private var wake: (@Sendable () -> Void)?
  private var effectObserver: ((EffectChange) -> Void)?

  init(_ surroundings: Surroundings, make: @escaping (Surroundings) -> DrivableStore<State>) {
    self.make = { memory in
      var surroundings = surroundings
      surroundings.memory = memory
      return make(surroundings)
    }
    inner = self.make(memory)
  }

  var state: Any { inner.last }
  /// An object may know more than it shows.
  var isItsState: Bool { false }

  func send(_ action: Any) { perform(.send(action)) }
  func run() { perform(.run) }

  func stub(_ endpoint: String) {
    // In a test every endpoint is stubbed from the start, so nothing is done that has to be redone.
    if inner.context == .test { inner.stub(endpoint) } else { perform(.stub(endpoint)) }
  }

  func advance(by duration: Duration) -> Bool {
    guard inner.wallTime == nil else { return false }
    perform(.advance(duration))
    return true
  }

  func cancelEffects() -> [RunningEffect] {
    let effects = inner.effects
    perform(.cancelEffects)
    return effects
  }

  func poll() {
    hasArrivals = hasArrivals || inner.core.executor.arrivalCount > 0
    inner.poll()
  }

  func settle(within limit: Duration, unless interrupt: Interrupt) -> Bool {
    hasArrivals = hasArrivals || !inner.effectsOutside.isEmpty
    return inner.settle(within: limit, unless: interrupt)
  }

  func whenArriving(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
    inner.whenArriving(wake)
  }

  func passTime() { inner.passTime() }
  func takeSteps() -> [Step] { inner.takeSteps() }
  func takeProblems() -> [Diagnostic] { inner.takeProblems() }
  var effects: [RunningEffect] { inner.effects }
  var effectsOutside: [RunningEffect] { inner.effectsOutside }
  func admitOutside() { inner.admitOutside() }
  var hasUsedClock: Bool { inner.hasUsedClock }

  func observeEffects(_ observer: @escaping (EffectChange) -> Void) {
    effectObserver = observer
    inner.observeEffects(observer)
  }

  var nextDeadline: Duration? { inner.nextDeadline }
  func text(of value: Any) -> String { inner.text(of: value) }
  func close() { inner.close() }

  func diff(_ old: Any, _ new: Any) -> String? {
    guard let old = old as? State, let new = new as? State else { return nil }
    return stateDiff(old, new)
  }

  // MARK: Doing

  private func perform(_ operation: Operation) {
    // What was undone cannot be redone after something else was done.
    if let cut {
      entries.removeSubrange(position...)
      memory.forgetUndone()
      if let last = entries.indices.last { entries[last].steps = inner.stepCount }
      entries.append(Entry(operation: cut, steps: inner.stepCount))
      self.cut = nil
    }
    memory.begin(entries.count)
    perform(operation, on: inner)
    memory.end()
    entries.append(Entry(operation: operation, steps: inner.stepCount))
    position = entries.count
  }

  private func perform(_ operation: Operation, on store: DrivableStore<State>) {
    switch operation {
    case .send(let action): store.send(action)
    case .run: store.run()
    case .stub(let endpoint): store.stub(endpoint)
    case .cancelEffects: _ = store.cancelEffects()
    case .advance(let duration): advance(store, by: duration)
    case .cut(let steps, let effects):
      _ = store.cancel { !effects.contains($0.id) }
      store.forgetSteps(backTo: steps)
    }
  }

  /// Moves the clock; in a replay only as far as the steps that are wanted.
  private func advance(_ store: DrivableStore<State>, by duration: Duration) {
    guard store.stepLimit < .max else {
      _ = store.advance(by: duration)
      return
    }
    var left = duration
    while store.stepCount < store.stepLimit {
      let next = min(left, max(store.nextDeadline ?? left, .zero))
      _ = store.advance(by: next)
      left -= next
      if left <= .zero { break }
    }
  }

  // MARK: Travelling

  func travel(to moment: Moment) throws(Diagnostic) -> [RunningEffect] {
    guard let state = moment.state as? State else { return [] }
    let kept = Set(inner.effects.map(\.id).filter { $0 <= moment.effects })
    let cancelled = inner.effects.filter { !kept.contains($0.id) }
    if inner.restore(state) {
      _ = inner.cancel { !kept.contains($0.id) }
      return cancelled
    }
    if let reason = refusal(moment) { throw Diagnostic("not-supported", reason) }
    let replayed = StubMemory(replaying: memory)
    let store = make(replayed)
    let reached = replay(to: moment.steps, on: store, replayed)
    let cut = Operation.cut(steps: moment.steps, keeping: kept)
    perform(cut, on: store)
    _ = store.takeProblems()
    guard store.last == state, replayed.isFaithful else {
      store.close()
      throw Diagnostic(
        "not-supported", "the object's past was replayed and came out another way",
        notes: ["what happened in one turn cannot be divided: undo or redo all of it"])
    }
    // The new one's calls wait in the table from here on, the old one's are let go.
    memory.finish()
    inner.close()
    memory = replayed
    inner = store
    // The cut will stand there.
    memory.goOn(asking: inner.caller.table, at: reached + 1)
    position = reached
    self.cut = cut
    if let wake { inner.whenArriving(wake) }
    if let effectObserver { inner.observeEffects(effectObserver) }
    return cancelled
  }

  /// Why the past cannot be replayed.
  private func refusal(_ moment: Moment) -> String? {
    if inner.wallTime != nil { return "a live object's past cannot be replayed" }
    if hasArrivals { return "what came from outside cannot be replayed" }
    if memory.hasOpenStreams { return "a stream that was answered cannot be replayed" }
    if !moment.canBeReplayed || moment.steps > (entries.last?.steps ?? 0) {
      return "what was undone cannot be redone, as something else was done since"
    }
    return nil
  }

  /// Does again what led to so many steps; how many entries that took.
  private func replay(
    to steps: Int, on store: DrivableStore<State>, _ memory: StubMemory
  ) -> Int {
    store.stepLimit = steps
    defer { store.stepLimit = .max }
    var before = 0
    for (index, entry) in entries.enumerated() {
      // The step that must not be taken belongs to this one as a whole.
      if entry.steps > steps, before == steps { return index }
      memory.begin(index)
      store.stepLimit = limit(at: index, steps)
      perform(entry.operation, on: store)
      memory.end()
      if entry.steps > steps { return index + 1 }
      before = entry.steps
    }
    return entries.count
  }

  /// How many steps an entry may take: to where the travel goes, or to where it was cut off.
  private func limit(at index: Int, _ steps: Int) -> Int {
    if case .cut = entries[index].operation { return .max }
    guard entries.indices.contains(index + 1), case .cut(let end, _) = entries[index + 1].operation
    else { return steps }
    return min(end, steps)
  }
}
