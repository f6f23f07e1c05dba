import MachoSessions
import MachoValues

/// A run whose steps are observed, and which is then continued without choices: its calls are
/// completed, and its clock runs to the end.
struct Rehearsal {
  /// What one step did.
  struct Step {
    let input: StepInput
    let transitions: [StateTransition]
    let before: Moment
    let after: Moment
  }

  /// A store between two steps.
  struct Moment {
    let state: Any
    let leaves: Leaves
    let effects: [RunningEffect]
    let calls: [OpenCall]
  }

  /// How pending calls are completed.
  enum Outcome {
    case value, otherValue
    /// The error of this number among those of the endpoint. An endpoint that has fewer throws its last.
    case error(Int)

    /// `error("failed")`, whose type no feature handles.
    static let error = error(0)

    var errorNumber: Int? { if case .error(let number) = self { number } else { nil } }
    var isError: Bool { errorNumber != nil }

    /// The name, which is the same for all errors.
    var name: String {
      switch self {
      case .value: "value"
      case .otherValue: "otherValue"
      case .error: "error"
      }
    }
  }

  let engine: RunEngine
  var run: Run
  /// The steps that had an effect, with the index of their group.
  private(set) var steps: [(group: Int, step: Step)] = []
  /// The transitions since the last step.
  private(set) var transitions: [StateTransition] = []
  /// The endpoints of the calls that were completed since the last step.
  private(set) var completed: [String] = []
  private(set) var moment: Moment

  /// The maximum number of calls and deadlines on the way to rest.
  private static let restLimit = 40

  /// Repeats a sequence up to a group.
  init(
    _ engine: RunEngine, _ sequence: ChoiceSequence, upTo last: Int = .max, observing: Bool = false,
    describing: Bool = false
  ) throws(Diagnostic) {
    self.engine = engine
    let groups = last == .max ? sequence.groups : Array(sequence.groups.prefix(last + 1))
    run = try engine.begin(
      RunChoices(replaying: ChoiceSequence(groups)), describing: describing)
    moment = Moment(run, engine)
    while run.result.finding == nil, let hasEffect = engine.step(enabled: [], &run) {
      guard observing, hasEffect, run.result.finding == nil, let input = run.input else { continue }
      let before = moment
      moment = Moment(run, engine)
      steps.append(
        (
          run.group,
          Step(input: input, transitions: run.lastTransitions, before: before, after: moment)
        ))
    }
    if !observing { moment = Moment(run, engine) }
  }

  /// Whether nothing is in flight.
  var isOver: Bool { moment.effects.isEmpty && moment.calls.isEmpty }

  /// Whether the run has not failed.
  var isSound: Bool { run.result.finding == nil }

  func close() {
    engine.recordCalls(of: run)
    run.store.close()
  }

  /// The description with `expect` lines at the end.
  mutating func description(expecting conditions: [String]) -> RunDescription {
    engine.finish(&run)
    var description = run.result.description
    if description.hasUnassertedActions { description.lines.append(Line(.skip, "received")) }
    description.lines += conditions.map { Line(.expect, $0) }
    return description
  }

  // MARK: Continuing

  /// Completes a call if it is still open. Returns whether it was.
  mutating func answer(_ call: OpenCall, with content: StubStreamElement.Content) -> Bool {
    let calls = run.stubs.openCalls
    guard isSound, calls.contains(where: { $0.id == call.id }),
      let endpoint = engine.endpoint(call.endpoint)
    else { return false }
    engine.complete(
      call, with: Answer(to: call, of: endpoint, with: content), among: calls, &run)
    completed.append(call.endpoint)
    didContinue()
    return true
  }

  /// Completes a call with a value or an error.
  mutating func answer(_ call: OpenCall, _ outcome: Outcome) -> Bool {
    guard let content = engine.content(call.endpoint, outcome) else { return false }
    return answer(call, with: content)
  }

  /// Advances the clock to the next deadline. Returns `false` if there is none.
  mutating func advance() -> Duration? {
    guard isSound, let deadline = run.store.nextDeadline,
      engine.advanceSilently(by: deadline, &run)
    else { return nil }
    didContinue()
    return deadline
  }

  /// Sends an action. Returns `false` if it cannot be sent now.
  mutating func send(_ label: String, _ text: String) -> Bool {
    guard isSound, engine.send(label, text, &run) else { return false }
    didContinue()
    return isSound
  }

  /// Completes all calls and lets the time pass until nothing is left. Returns `false` if there is
  /// no end.
  mutating func rest(_ outcome: Outcome) -> Bool {
    var elapsed = Duration.zero
    var fed: Set<Int> = []
    for _ in 0..<Self.restLimit {
      guard isSound else { return false }
      if let call = run.stubs.openCalls.first {
        describe(&elapsed)
        let isFed = !fed.insert(call.id).inserted
        guard isFed ? answer(call, with: .finished) : answer(call, outcome) else { return false }
      } else if let time = advance() {
        elapsed += time
      } else {
        describe(&elapsed)
        return true
      }
    }
    describe(&elapsed)
    return false
  }

  /// Adds a line for the time that has passed.
  mutating func describe(_ elapsed: inout Duration) {
    if elapsed > .zero { engine.describe(Line(.advance, ValueSyntax().print(elapsed)), &run) }
    elapsed = .zero
  }

  private mutating func didContinue() {
    transitions += run.lastTransitions
    moment = Moment(run, engine)
  }
}

extension Rehearsal.Moment {
  init(_ run: Run, _ engine: RunEngine) {
    state = run.store.state
    leaves = Leaves(state, of: engine.target.feature)
    effects = run.store.effects
    calls = run.stubs.hasOpenCalls ? run.stubs.openCalls : []
  }

  /// The calls that are open now and were not before.
  func calls(since before: Self) -> [OpenCall] {
    calls.filter { call in !before.calls.contains { $0.id == call.id } }
  }

  /// The effects that are in flight now and were not before.
  func effects(since before: Self) -> [RunningEffect] {
    effects.filter { effect in !before.effects.contains { $0.id == effect.id } }
  }
}

/// The leaves of a state, which are computed when they are first used.
final class Leaves {
  private let state: Any
  private let feature: any DrivenFeature
  private(set) lazy var all = feature.syntax.leaves(of: TypedValue(state, as: feature.stateType))
  private lazy var byPath = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }

  init(_ state: Any, of feature: any DrivenFeature) {
    self.state = state
    self.feature = feature
  }

  subscript(path: String) -> StateLeaf? { byPath[path] }
}

extension StateLeaf {
  /// Whether two leaves have equal values. A leaf is `nil` if the state does not have it.
  static func areEqual(_ left: StateLeaf?, _ right: StateLeaf?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return areSame(left.value.value, right.value.value)
  }

  /// Whether the value is a flag or the case of an enum, so that it can describe a phase.
  var isPhase: Bool { flag != nil || caseName != nil }

  /// Whether the value is a case that means that work is in progress.
  var isProgress: Bool { caseName.map(NameHint.isProgress) ?? false }

  /// Whether the value is a set of the elements in a phase, such as `uploading`.
  var isPhaseOfElements: Bool { content is any SetAlgebra && content is any Collection }
}
