import MachoSessions
import MachoValues

/// Something odd that a run shows.
struct Suspicion {
  let finding: Finding
  /// The run up to the step that shows it.
  let sequence: ChoiceSequence
  /// Returns the lines of the run, ending with a line that fails until the behaviour is mended.
  let describe: () throws(Diagnostic) -> RunDescription
}

/// Searches one run for suspicions: continues it from each of its steps in several ways, and compares
/// what happens.
///
/// The detectors are in the files beside this one. Each looks at the last step of the run, so that
/// a shorter run shows the same.
struct SuspicionProbe {
  let engine: RunEngine
  /// Counts the experiments, so that equal ones are not made without end.
  let budget: ExperimentBudget
  let sequence: ChoiceSequence
  let steps: [(group: Int, step: Rehearsal.Step)]

  /// Repeats a run and observes it. Returns `nil` if it fails.
  init?(
    _ engine: RunEngine, _ sequence: ChoiceSequence, budget: ExperimentBudget
  ) throws(Diagnostic) {
    let rehearsal = try Rehearsal(engine, sequence, observing: true)
    defer { rehearsal.close() }
    guard rehearsal.isSound else { return nil }
    (self.engine, self.budget, self.sequence) = (engine, budget, sequence)
    steps = rehearsal.steps
  }

  /// Returns what each step shows. `wanted` limits it to one suspicion.
  func suspicions(wanted: Finding? = nil) throws(Diagnostic) -> [Suspicion] {
    var found: [Suspicion] = []
    for index in steps.indices {
      for detector in Detector.allCases
      where wanted.map({ detector.kinds.contains($0.kind) }) ?? true {
        guard let suspicion = try find(detector, at: index) else { continue }
        if wanted.map(suspicion.finding.isSame) ?? true { found.append(suspicion) }
      }
    }
    return found
  }

  /// A search at one step.
  private enum Detector: CaseIterable {
    case outcomes, repetition, early, cancellation, overlap, replacement, answerOrder, survivor
    case aftermath, remains, session, returning, cancelled, dangling, negative, total, history,
      undone
    case unmarked, overwritten, derived, unchecked, wrongRow, boundary, silent, pending

    var kinds: Set<Finding.Kind> {
      switch self {
      case .outcomes: [.stuck, .retries, .unnoticed, .skips]
      case .cancellation: [.stuck]
      case .overlap: [.overlap]
      case .replacement: [.replaced]
      case .answerOrder: [.late, .answerOrder]
      case .survivor, .aftermath: [.outlives]
      case .remains, .session, .returning, .cancelled: [.remains]
      case .repetition: [.stale, .doubled]
      case .early: [.early]
      case .dangling: [.dangling]
      case .negative: [.negative]
      case .total: [.total]
      case .history, .undone: [.history]
      case .unmarked: [.unmarked]
      case .overwritten: [.overwrites]
      case .derived, .unchecked: [.derived]
      case .wrongRow: [.wrongRow]
      case .boundary: [.boundary]
      case .silent: [.silent]
      case .pending: [.pending]
      }
    }
  }

  private func find(_ detector: Detector, at index: Int) throws(Diagnostic) -> Suspicion? {
    switch detector {
    case .outcomes: try outcomes(of: index)
    case .cancellation: try cancellation(at: index)
    case .overlap: overlap(at: index)
    case .replacement: replacement(at: index)
    case .answerOrder: try answerOrder(at: index)
    case .survivor: try survivor(at: index)
    case .remains: try remains(at: index)
    case .returning: returning(at: index)
    case .repetition: try repetition(of: index)
    case .early: try early(at: index)
    case .aftermath: try aftermath(of: index)
    case .session: try session(at: index)
    case .cancelled: cancelled(at: index)
    case .total: total(at: index)
    case .history: try history(at: index)
    case .undone: undone(at: index)
    case .unmarked: unmarked(at: index)
    case .dangling: dangling(at: index)
    case .negative: try negative(at: index)
    case .overwritten: try overwritten(at: index)
    case .derived: try derived(at: index)
    case .unchecked: try unchecked(at: index)
    case .wrongRow: try wrongRow(at: index)
    case .boundary: try boundary(at: index)
    case .silent: try silent(at: index)
    case .pending: try pending(at: index)
    }
  }

  /// Returns a leaf as it is when the state first has it.
  func firstLeaf(_ path: String) -> StateLeaf? {
    steps[0].step.before.leaves[path]
      ?? steps.lazy.compactMap { $0.step.after.leaves[path] }.first
  }

  // MARK: Experiments

  /// Repeats the run up to the step `index`.
  func repeated(upTo index: Int, describing: Bool = false) throws(Diagnostic) -> Rehearsal {
    try Rehearsal(engine, sequence, upTo: group(index), describing: describing)
  }

  /// Returns the group of a step. -1 is the time before the first step.
  private func group(_ index: Int) -> Int { index < 0 ? 0 : steps[index].group }

  /// Returns a suspicion that the step `index` shows.
  ///
  /// - Parameters:
  ///   - subjects: What it is about: paths, actions and endpoints, and what else identifies it.
  ///   - continuing: Continues the repeated run to the point that shows it. Default: nothing.
  ///   - conditions: What the script expects after that point, and what is not true.
  ///   - failing: The endpoints whose calls fail at once, with the numbers of their errors. Default: none (all are pending).
  func suspicion(
    _ kind: Finding.Kind, _ subjects: [String], _ message: String, at index: Int,
    expecting conditions: [String], failing: [String: Int] = [:],
    continuing: @escaping (inout Rehearsal) -> Void = { _ in }
  ) -> Suspicion {
    let last = group(index)
    return Suspicion(
      finding: Finding(kind, about: subjects, message: message),
      sequence: ChoiceSequence(Array(sequence.groups.prefix(last + 1)))
    ) { () throws(Diagnostic) in
      engine.failingEndpoints = failing
      defer { engine.failingEndpoints = [:] }
      var rehearsal = try repeated(upTo: index, describing: true)
      defer { rehearsal.close() }
      continuing(&rehearsal)
      return rehearsal.description(expecting: conditions)
    }
  }

  /// Returns the condition that a leaf has its value.
  func condition(_ leaf: StateLeaf) -> String { "\(leaf.path) == \(text(leaf))" }

  /// Whether a part is a screen or a dialog that the user can dismiss.
  func isPresented(_ leaf: StateLeaf) -> Bool {
    leaf.isAlert || engine.space.labels.contains(leaf.path + ".dismiss")
  }

  /// Returns the value of a leaf as text.
  func text(_ leaf: StateLeaf?) -> String {
    guard let leaf else { return "absent" }
    return engine.space.generator.syntax.print(leaf.value)
  }

  /// Returns a value as text, short enough for a sentence.
  func excerpt(_ leaf: StateLeaf?) -> String {
    let text = text(leaf)
    return text.count > 60 ? text.prefix(57) + "..." : text
  }
}

/// Limits how often an experiment is made with the same actions.
final class ExperimentBudget {
  private var counts: [String: Int] = [:]
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Returns whether another experiment of this name may be made. `times`: its own limit.
  func allows(_ name: String, times: Int = .max) -> Bool {
    counts[name, default: 0] += 1
    return counts[name, default: 0] <= min(limit, limit == .max ? .max : times)
  }

  /// Returns whether another experiment of this name may be made with these values: at most four times with equal ones,
  /// because the states may differ.
  func allows(_ name: String, with values: String) -> Bool {
    allows("\(name) \(values)", times: 4) && allows(name)
  }
}
