import MachoSessions

/// Visits the reachable states of a feature in the order of their distance from the start.
///
/// The first sequence that leads to a state is therefore one of the shortest. Each choice of a value
/// has at most `width` alternatives, so that the number of steps is finite.
package struct StateSearch {
  /// The limits of a search.
  package struct Limits: Codable, Sendable {
    /// The maximum number of steps.
    package var depth = 100
    /// The maximum number of states.
    package var states = 100_000
    /// The maximum number of alternatives of a value.
    package var width = 4
    /// The maximum number of steps that are taken, over all states.
    package var steps = Int.max

    /// Creates the default limits.
    package init() {}
  }

  /// Why a search ended.
  package enum End: Equatable, Sendable {
    /// A state satisfies the goal.
    case reached(ChoiceSequence)
    /// A step fails.
    case failed(Finding, ChoiceSequence)
    /// No further state can be reached.
    case exhausted
    /// A limit was reached.
    case limited
  }

  /// A step between two states, by their numbers.
  package struct Edge: Hashable, Sendable {
    package let from: Int
    package let to: Int
    /// The line of the step.
    package let line: Line
  }

  /// A visited state.
  private struct Node {
    let parent: Int?
    let group: ChoiceSequence.Group
    let depth: Int
    let state: Any
    /// Whether a store with this state behaves as one that has taken the steps.
    let isComplete: Bool
  }

  private let engine: RunEngine
  private let limits: Limits
  private let goal: StateCondition?
  private let recordsEdges: Bool
  private let log: ChoiceLog?
  /// The only failure that ends the search. Default: `nil` (each failure does).
  package var wanted: Finding?
  /// Whether to try each order of ready jobs. Default: `true` if the engine chooses jobs.
  package var variesJobs: Bool
  private var nodes: [Node] = []
  private var numbers: [StateKey: Int] = [:]
  /// The steps, if they are recorded.
  package private(set) var edges: [Edge] = []
  /// The number of steps that were taken.
  package private(set) var stepCount = 0
  /// Called before each step. The search ends if it returns `false`.
  package var shouldContinue: (_ states: Int, _ depth: Int) -> Bool = { _, _ in true }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - goal: The condition of the state to reach. Default: none.
  ///   - recordsEdges: Whether to record all steps between states.
  package init(
    _ engine: RunEngine, goal: StateCondition? = nil, limits: Limits = Limits(),
    recordsEdges: Bool = false, log: ChoiceLog? = nil
  ) {
    self.log = log
    self.engine = engine
    variesJobs = engine.choosesJobs
    self.goal = goal
    self.limits = limits
    self.recordsEdges = recordsEdges
  }

  /// The visited states, in the order of their numbers.
  package var states: [Any] { nodes.map(\.state) }

  /// The number of steps from the start to the farthest visited state.
  package var depth: Int { nodes.last?.depth ?? 0 }

  /// Visits the states.
  package mutating func run() throws(Diagnostic) -> End {
    let start = try engine.begin(RunChoices(replaying: ChoiceSequence([[]])))
    defer { start.store.close() }
    engine.recordProgress(of: start)
    if let finding = start.result.finding { return .failed(finding, ChoiceSequence([[]])) }
    if let end = visit(start, from: nil, group: [], depth: 0, isComplete: isComplete(start)) {
      return end
    }
    var isLimited = false
    var next = 0
    while next < nodes.count {
      if nodes[next].depth >= limits.depth || nodes.count >= limits.states
        || stepCount >= limits.steps
      {
        isLimited = true
        break
      }
      if let end = try expand(next) { return end }
      next += 1
    }
    return isLimited ? .limited : .exhausted
  }

  /// Takes each step from a state.
  private mutating func expand(_ number: Int) throws(Diagnostic) -> End? {
    var group: ChoiceSequence.Group? = []
    var kept: Run?
    defer { kept?.store.close() }
    let earlier = groups(to: number)
    while let present = group {
      // One state can have very many steps: the alternatives of a value multiply those of its parts.
      guard stepCount < limits.steps, shouldContinue(nodes.count, nodes[number].depth) else {
        return .limited
      }
      var run = try self.run(at: number, reusing: &kept)
      run.choices = RunChoices(
        enumerating: present, width: limits.width, varyingJobs: variesJobs,
        after: log == nil ? [] : earlier, log: log)
      let hasEffect =
        engine.step(enabled: Array(engine.space.entries.indices), &run) ?? false
      stepCount += 1
      engine.recordProgress(of: run)
      group = run.choices.nextGroup
      let made = run.choices.sequence.groups[0]
      defer { if kept == nil { run.store.close() } }
      guard hasEffect else { continue }
      if let finding = run.result.finding {
        // A failed run has no further steps.
        guard wanted.map(finding.isSame) ?? true else { continue }
        return .failed(finding, ChoiceSequence(earlier + [made]))
      }
      let isComplete = nodes[number].isComplete && self.isComplete(run)
      if let end = visit(
        run, from: number, group: made, depth: nodes[number].depth + 1, isComplete: isComplete)
      {
        return end
      }
    }
    return nil
  }

  /// Returns a run in a visited state.
  private mutating func run(at number: Int, reusing kept: inout Run?) throws(Diagnostic) -> Run {
    let node = nodes[number]
    if node.isComplete {
      var run: Run
      if let kept {
        run = kept
      } else {
        run = try engine.begin(
          RunChoices(replaying: ChoiceSequence([[]])), describing: recordsEdges)
      }
      let point = RestorePoint(state: node.state, transitionCount: 0, lastEffectID: 0)
      if (try? run.store.restore(to: point)) != nil {
        kept = run
        run.resumeProperties(of: engine.target.feature)
        return run
      }
      run.store.close()
      kept = nil
    }
    var run = try engine.begin(
      RunChoices(replaying: ChoiceSequence(groups(to: number))), describing: recordsEdges)
    while run.result.finding == nil, engine.step(enabled: [], &run) != nil {
      stepCount += 1
    }
    return run
  }

  /// Whether a new store with the state of a run behaves the same.
  private func isComplete(_ run: Run) -> Bool {
    run.store.isStateComplete && run.store.effects.isEmpty && !run.store.hasUsedClock
      && !run.monitor.remembersPast
      && run.stubs.calledEndpoints.isEmpty
  }

  /// Adds a state unless it is known. Returns the end of the search if it is the goal.
  private mutating func visit(
    _ run: Run, from parent: Int?, group: ChoiceSequence.Group, depth: Int, isComplete: Bool
  ) -> End? {
    let key = StateKey(run)
    let number = numbers[key] ?? nodes.count
    if recordsEdges, let parent, let line = run.result.description.lines.last {
      edges.append(Edge(from: parent, to: number, line: line))
    }
    guard number == nodes.count else { return nil }
    numbers[key] = number
    nodes.append(
      Node(
        parent: parent, group: group, depth: depth, state: run.store.state,
        isComplete: isComplete))
    guard let goal, goal.truth(in: run.scene(of: engine.target.feature)).isTrue else { return nil }
    return .reached(ChoiceSequence(groups(to: number)))
  }

  /// Returns the choices that lead to a state.
  private func groups(to number: Int) -> [ChoiceSequence.Group] {
    var groups: [ChoiceSequence.Group] = []
    var current: Int? = number
    while let number = current, nodes[number].parent != nil {
      groups.append(nodes[number].group)
      current = nodes[number].parent
    }
    return [[]] + groups.reversed()
  }
}
