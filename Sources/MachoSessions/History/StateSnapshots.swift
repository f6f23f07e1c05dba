/// The states of a branch: all recent ones and a sample of the earlier ones. The reducer recomputes
/// the states in between on demand.
///
/// A million actions need a few hundred states. A state is discarded only after the reducer was
/// seen to recompute it from its predecessor. States that depend on more than the reducer's
/// arguments (a dependency, a random number) are retained, and so are all states of objects.
struct StateSnapshots {
  /// The numbers of retained states. Typical prompt sessions retain all states. In a million
  /// actions, restoring any state reduces about ten thousand actions.
  struct Limits {
    /// The number of latest states that are always retained.
    var recent = 256
    /// The number of additional states before the oldest are discarded.
    var slack = 256
    /// The number of earlier states at even distances. At most twice as many are retained.
    var sparse = 64
  }

  private let limits: Limits
  /// The retained earlier states, sorted by position.
  private var snapshots: [Snapshot] = []
  /// The number of these that can be recomputed.
  private var recomputableCount = 0
  /// The recomputable snapshots have positions that are multiples of this.
  private var spacing = 1
  /// The latest states. The first of them is known to be recomputable.
  private var latest: ConsecutiveStates?
  /// The states before one that was recomputed. After one undo, another is likely.
  private var recomputed: ConsecutiveStates?

  init(limits: Limits = Limits()) { self.limits = limits }

  /// The number of states in memory.
  var count: Int { snapshots.count + (latest?.states.count ?? 0) + (recomputed?.states.count ?? 0) }

  /// Adds the states before and after an action that was just added to the log.
  mutating func append(_ transition: StateTransition, to log: ActionLog, by store: any DrivenStore)
  {
    let position = log.count
    truncate(to: position - 1)
    if position == 1 {
      snapshots = [Snapshot(position: 0, state: transition.recordedBefore, isIrreproducible: true)]
    }
    if latest == nil {
      latest = ConsecutiveStates(start: position - 1, states: [transition.recordedBefore])
    }
    latest?.states.append(transition.recordedAfter)
    if let latest, latest.states.count > limits.recent + limits.slack {
      retireOldest(latest, in: log, by: store)
    }
  }

  /// Removes the states after a position.
  mutating func truncate(to position: Int) {
    while let last = snapshots.last, last.position > position {
      snapshots.removeLast()
      if !last.isIrreproducible { recomputableCount -= 1 }
    }
    latest = latest?.prefix(through: position)
    recomputed = recomputed?.prefix(through: position)
  }

  /// Returns the state at a position. Returns `nil` if there is none, or if the reducer does not
  /// reproduce it.
  mutating func state(at position: Int, in log: ActionLog, by store: any DrivenStore)
    -> RecordedState?
  {
    if let state = latest?[position] ?? recomputed?[position] { return state }
    let index = snapshots.firstIndex(after: position) - 1
    guard index >= 0 else { return nil }
    if snapshots[index].position == position { return snapshots[index].state }
    // Reduce up to the next retained state and compare, unless that state is irreproducible. The
    // check detects an action with an unobserved side effect.
    var known =
      index + 1 < snapshots.count ? snapshots[index + 1] : latest.map { Snapshot(first: $0) }
    if known?.isIrreproducible == true { known = nil }
    var run = ConsecutiveStates(
      start: snapshots[index].position, states: [snapshots[index].state])
    guard run.extend(to: position, in: log, by: store, keeping: limits.recent) else { return nil }
    if let known {
      var rest = run
      guard rest.extend(to: known.position, in: log, by: store, keeping: 1),
        store.change(from: rest.states[rest.states.count - 1], to: known.state) == nil
      else { return nil }
    }
    recomputed = run
    return run[position]
  }

  /// Discards the oldest of the latest states, except for a sample and irreproducible ones.
  private mutating func retireOldest(
    _ latest: ConsecutiveStates, in log: ActionLog, by store: any DrivenStore
  ) {
    var position = latest.start
    let end = latest.start + limits.slack
    var batchSize = ConsecutiveStates.batchSize
    while position < end {
      let batch = min(batchSize, end - position)
      let count = latest.reproducibleCount(after: position, limit: batch, in: log, by: store)
      for position in position..<position + count where (position + 1) % spacing == 0 {
        retain(latest, at: position + 1, isIrreproducible: false)
      }
      position += count
      batchSize = min(batchSize * 2, ConsecutiveStates.batchSize)
      if count < batch {
        position += 1
        retain(latest, at: position, isIrreproducible: true)
        // The states after it are recomputed again.
        batchSize = 1
      }
    }
    self.latest?.dropFirst(limits.slack)
    while recomputableCount > 2 * limits.sparse { doubleSpacing() }
  }

  private mutating func retain(
    _ latest: ConsecutiveStates, at position: Int, isIrreproducible: Bool
  ) {
    snapshots.append(
      Snapshot(
        position: position, state: latest.states[position - latest.start],
        isIrreproducible: isIrreproducible))
    if !isIrreproducible { recomputableCount += 1 }
  }

  /// Doubles the spacing of the recomputable snapshots.
  private mutating func doubleSpacing() {
    spacing *= 2
    snapshots.removeAll { !$0.isIrreproducible && $0.position % spacing != 0 }
    recomputableCount = snapshots.count { !$0.isIrreproducible }
  }
}

/// The states of consecutive positions.
private struct ConsecutiveStates {
  var start: Int
  var states: [RecordedState]

  subscript(position: Int) -> RecordedState? {
    position >= start && position < start + states.count ? states[position - start] : nil
  }

  mutating func dropFirst(_ count: Int) {
    states.removeFirst(count)
    start += count
  }

  /// The number of actions that are reduced at a time.
  static let batchSize = 128

  /// Adds the states up to a position, which the reducer recomputes. Keeps the last `limit` of all.
  /// Returns `false` if they cannot be recomputed.
  mutating func extend(
    to position: Int, in log: ActionLog, by store: any DrivenStore, keeping limit: Int
  ) -> Bool {
    var last = start + states.count - 1
    while last < position {
      let next = min(last + Self.batchSize, position)
      let actions = (last..<next).map(log.action)
      guard let added = store.pureReduce(states[states.count - 1].value, actions: actions) else {
        return false
      }
      states += added.map { RecordedState($0) }
      last = next
      if states.count > limit { dropFirst(states.count - limit) }
    }
    return true
  }

  /// Returns how many states after a position the reducer reproduces, at most `limit`.
  func reproducibleCount(
    after position: Int, limit: Int, in log: ActionLog, by store: any DrivenStore
  ) -> Int {
    let actions = (position..<position + limit).prefix(while: log.isPure).map(log.action)
    let states = states[(position - start)...]
    guard !actions.isEmpty, let first = states.first,
      let recomputed = store.pureReduce(first.value, actions: actions)
    else { return 0 }
    return zip(recomputed, states.dropFirst()).prefix {
      store.change(from: $0, to: $1.value) == nil
    }.count
  }

  /// Returns the states up to a position.
  func prefix(through position: Int) -> ConsecutiveStates? {
    guard position >= start else { return nil }
    guard position + 1 - start < states.count else { return self }
    return ConsecutiveStates(start: start, states: Array(states.prefix(position + 1 - start)))
  }
}

/// A retained state.
private struct Snapshot {
  /// The number of actions that led to it.
  var position: Int
  var state: RecordedState
  /// Whether the reducer cannot recompute it.
  var isIrreproducible: Bool

  init(position: Int, state: RecordedState, isIrreproducible: Bool) {
    self.position = position
    self.state = state
    self.isIrreproducible = isIrreproducible
  }

  /// Creates a snapshot of the first of consecutive states.
  init(first run: ConsecutiveStates) {
    self.init(position: run.start, state: run.states[0], isIrreproducible: false)
  }
}

extension [Snapshot] {
  /// Returns the index of the first snapshot after a position.
  fileprivate func firstIndex(after position: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
