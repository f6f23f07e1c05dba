/// The states along a branch: the latest all, earlier ones here and there, and what lies between
/// two of them is made again by the reducer when somebody goes back there.
///
/// So a million actions take a few hundred states. A state is let go only after the reducer was seen
/// to make it anew from the one before it. What a reducer makes of more than its arguments (a
/// dependency, a random number) is kept for good, and so is each state of an object.
struct StateSnapshots {
  /// How many states are kept. A person's session at a prompt has all of its states; to go back by
  /// any number of a million actions reduces some ten thousand.
  struct Limits {
    /// The latest states of which none is let go.
    var recent = 256
    /// How many more there are before some are.
    var slack = 256
    /// Earlier states at even distances; there are at most twice as many.
    var sparse = 64
  }

  private let limits: Limits
  /// By position.
  private var snapshots: [Snapshot] = []
  /// How many of these could be made again.
  private var recomputableCount = 0
  /// Those could be made again whose position is a multiple of this.
  private var spacing = 1
  /// The latest; the first of them is one of which it is known how it is made.
  private var latest: ConsecutiveStates?
  /// Those before one that was made again: who goes back by one is likely to do so once more.
  private var recomputed: ConsecutiveStates?

  init(limits: Limits = Limits()) { self.limits = limits }

  /// How many states are in memory.
  var count: Int { snapshots.count + (latest?.states.count ?? 0) + (recomputed?.states.count ?? 0) }

  /// Takes the states before and after an action that was just added to a log.
  mutating func append(_ step: StateTransition, to log: ActionLog, by store: any DrivenStore) {
    let position = log.count
    truncate(to: position - 1)
    if position == 1 { snapshots = [Snapshot(position: 0, state: step.before, isNeeded: true)] }
    if latest == nil { latest = ConsecutiveStates(start: position - 1, states: [step.before]) }
    latest?.states.append(step.after)
    if let latest, latest.states.count > limits.recent + limits.slack {
      retireOldest(latest, in: log, by: store)
    }
  }

  /// Forgets what comes behind a position.
  mutating func truncate(to position: Int) {
    while let last = snapshots.last, last.position > position {
      snapshots.removeLast()
      if !last.isIrreproducible { recomputableCount -= 1 }
    }
    latest = latest?.prefix(through: position)
    recomputed = recomputed?.prefix(through: position)
  }

  /// The state at a position; `nil` where the reducer makes another one of the same actions than it
  /// did, and where there is none.
  mutating func state(at position: Int, in log: ActionLog, by store: any DrivenStore) -> Any? {
    if let state = latest?[position] ?? recomputed?[position] { return state }
    let index = snapshots.firstIndex(behind: position) - 1
    guard index >= 0 else { return nil }
    if snapshots[index].position == position { return snapshots[index].state }
    // On to the next state that was kept. Unless nothing makes it again it has to come out: an action
    // between may depend on something that nobody saw.
    var known =
      index + 1 < snapshots.count ? snapshots[index + 1] : latest.map { Snapshot(first: $0) }
    if known?.isIrreproducible == true { known = nil }
    var state = snapshots[index].state
    var run = ConsecutiveStates(start: snapshots[index].position, states: [state])
    for place in snapshots[index].position..<(known?.position ?? position) {
      guard let next = store.pureReduce(state, by: log[place].action) else { return nil }
      state = next
      guard place < position else { continue }
      if run.states.count >= limits.recent { run.dropFirst(limits.recent / 2) }
      run.states.append(state)
    }
    if let known, store.diff(state, known.state) != nil { return nil }
    recomputed = run
    return run[position]
  }

  /// Lets go of the earliest of the latest states, but for some.
  private mutating func retireOldest(
    _ latest: ConsecutiveStates, in log: ActionLog, by store: any DrivenStore
  ) {
    for position in latest.start + 1...latest.start + limits.slack {
      let state = latest.states[position - latest.start]
      let entry = log[position - 1]
      let before = latest.states[position - 1 - latest.start]
      let again = entry.isPure ? store.pureReduce(before, by: entry.action) : nil
      let isNeeded = again.map { store.diff($0, state) != nil } ?? true
      guard isNeeded || position % spacing == 0 else { continue }
      snapshots.append(Snapshot(position: position, state: state, isNeeded: isNeeded))
      if !isNeeded { recomputableCount += 1 }
    }
    self.latest?.dropFirst(limits.slack)
    while recomputableCount > 2 * limits.sparse { doubleSpacing() }
  }

  /// Doubles the distance of what could be made again.
  private mutating func doubleSpacing() {
    spacing *= 2
    snapshots.removeAll { !$0.isIrreproducible && $0.position % spacing != 0 }
    recomputableCount = snapshots.count { !$0.isIrreproducible }
  }
}

/// States of successive positions.
private struct ConsecutiveStates {
  var start: Int
  var states: [Any]

  subscript(position: Int) -> Any? {
    position >= start && position < start + states.count ? states[position - start] : nil
  }

  mutating func dropFirst(_ count: Int) {
    states.removeFirst(count)
    start += count
  }

  /// What is left of it when nothing behind a position is.
  func prefix(through position: Int) -> ConsecutiveStates? {
    guard position >= start else { return nil }
    guard position + 1 - start < states.count else { return self }
    return ConsecutiveStates(start: start, states: Array(states.prefix(position + 1 - start)))
  }
}

/// A state that was let alone when others were let go.
private struct Snapshot {
  /// How many actions led to it.
  var position: Int
  var state: Any
  /// Whether nothing makes it again.
  var isIrreproducible: Bool

  init(position: Int, state: Any, isNeeded: Bool) {
    self.position = position
    self.state = state
    self.isIrreproducible = isNeeded
  }

  /// The first of a run.
  init(first run: ConsecutiveStates) {
    self.init(position: run.start, state: run.states[0], isNeeded: false)
  }
}

extension [Snapshot] {
  /// The index of the first that comes behind a position.
  fileprivate func firstIndex(behind position: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].position <= position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
