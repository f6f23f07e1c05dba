import MachoScripting
import MachoSessions
import MachoValues

/// Records what the steps of a run cause, for a comparison: as a digest, and on demand as data.
///
/// PERFORMANCE: properties that each step changes are marked `@exclusivity(unchecked)`.
///
/// SAFETY: only the thread of the run accesses them, and modifying them calls no other code.
package final class RunRecorder {
  private let stateType: Any.Type
  private let syntax: ValueSyntax
  /// What only one side declares.
  private let omitted: OmittedMembers
  /// Whether actions are compared, too, that effects send. Otherwise only the state after each step is.
  private let comparesReceived: Bool
  /// Whether the data is kept. Otherwise only the digest is.
  private let keepsRecords: Bool
  /// Gives what is recorded the names of the other side.
  private let names: ScriptMigration
  /// Called with each line before it runs, and the choices of a drawn run up to it.
  private let onLine: ((String, ChoiceSequence?) -> Void)?

  /// What was recorded. Without `keepsRecords`, only its lines.
  package private(set) var trace = RunTrace()
  @exclusivity(unchecked)
  private var record = StepRecord(line: "")
  @exclusivity(unchecked)
  private var digest = FNV1aHasher()
  /// The hash of the last state.
  @exclusivity(unchecked)
  private var lastState: UInt64?
  /// The lines of the steps.
  @exclusivity(unchecked)
  private(set) var lines: [String] = []
  /// The choices of a drawn run, and the groups of its lines.
  private var choices: RunChoices?
  @exclusivity(unchecked)
  private var groups: [Int] = []
  /// The endpoints that were called, if the data is kept.
  private(set) var called: Set<String> = []

  package init(
    _ feature: any DrivenFeature, omitting omitted: OmittedMembers, comparesReceived: Bool = true,
    names: ScriptMigration = ScriptMigration([]), keepsRecords: Bool,
    onLine: ((String, ChoiceSequence?) -> Void)? = nil
  ) {
    self.names = names
    (stateType, syntax) = (feature.stateType, feature.syntax)
    self.omitted = omitted
    self.comparesReceived = comparesReceived
    self.keepsRecords = keepsRecords
    self.onLine = onLine
  }

  /// A number that differs between runs that caused something else, apart from the text of their lines.
  package var digestValue: UInt64 { digest.value }

  /// The lines of the run.
  package var runLines: RunLines { RunLines(stubs: trace.stubs, steps: lines) }

  /// The choices of a run that was drawn: of the setup and of each line.
  package var runChoices: ChoiceSequence {
    let made = choices?.sequence.groups ?? []
    return ChoiceSequence(Array(made.prefix(1)) + groups.map { made[$0] })
  }

  /// Begins a run.
  ///
  /// - Parameter choices: Those that lead to its lines. Default: `nil` (the lines are given).
  func begin(_ stubs: [Line], _ choices: RunChoices? = nil) {
    self.choices = choices
    trace.stubs = stubs.map { names.rewrite(line: $0.text) }
    for line in trace.stubs { onLine?(line, nil) }
  }

  func beginStep(_ line: String, label: @autoclosure () -> String = "") {
    let line = names.rewrite(line: line)
    if keepsRecords {
      record = StepRecord(line: line)
      record.label = names.rewrite(label())
    }
    lines.append(line)
    if let choices { groups.append(choices.groupCount - 1) }
    onLine?(line, choices == nil ? nil : runChoices)
  }

  /// Records that the values of a line cannot be read, so that the run cannot be compared.
  func addUnreadable(_ line: String) {
    trace.unreadable = trace.unreadable ?? line
    digest.combine("unreadable")
  }

  /// Ends a step that the store does not offer.
  func refuse(_ reason: String) {
    record.refusal = reason
    // The reasons of two sides need not be equal.
    digest.combine("refused")
    keep()
  }

  /// Ends a step.
  func finishStep(
    _ run: Run, _ transitions: [StateTransition], _ calls: [StubEvent], problem: Diagnostic?
  ) {
    // The state at the end is that of the last transition, unless it is left out.
    var isEndAdded = false
    if comparesReceived {
      // PERFORMANCE: by index, because a copy of a transition copies two states.
      for index in transitions.indices { isEndAdded = add(transitions[index]) }
    }
    if !isEndAdded { record.endState = newState(run.store.state) }
    for case .called(let endpoint, let arguments, _, _) in calls {
      if keepsRecords { called.insert(endpoint.name) }
      // What a read of the time or a random number changes shows in the state.
      guard !endpoint.isBuiltIn else { continue }
      let text = endpoint.name + StubTable.text(of: arguments, syntax)
      record.calls.append(item(endpoint.name, text))
    }
    addPending(run)
    record.problem = problem.map { names.rewrite("\($0.code.rawValue): \($0.message)") }
    if keepsRecords, !trace.isExternal { trace.isExternal = !run.store.externalEffects.isEmpty }
    finish()
  }

  /// Adds a property that does not hold to the last step.
  func add(_ finding: Finding) {
    digest.combine(finding.message)
    guard keepsRecords, let last = trace.records.indices.last else { return }
    trace.records[last].problem = finding.message
  }

  /// Ends a run of given lines.
  func finish(unusedStubs: [String]) {
    trace.unusedStubs = Set(unusedStubs.map { names.rewrite(line: $0) })
  }

  private func finish() {
    for item in record.calls { digest.combine(item.text) }
    for item in record.pending { digest.combine(item.text) }
    if let problem = record.problem { digest.combine(problem) }
    keep()
  }

  private func keep() {
    if keepsRecords { trace.records.append(record) }
    // PERFORMANCE: a new record would be made for each step of each run.
    record.calls.removeAll()
    record.pending.removeAll()
    record.problem = nil
  }

  /// Returns whether the transition is not left out.
  private func add(_ transition: StateTransition) -> Bool {
    var received: StepRecord.Item?
    if transition.cause.isModification {
      // The number of the effect that made it need not be equal on both sides.
      digest.combine("modified")
      received = .init(name: "changed", text: "changed")
    } else if transition.cause != .sent {
      let action = json(of: TypedValue(transition.action))
      // An action that only one side declares is listed with the types, and not counted as a difference.
      guard !action.isOmitted else { return false }
      digest.combine("received")
      digest.combine(action)
      received =
        keepsRecords
        ? item(templateLabel(of: transition.action), syntax.print(transition.action))
        : .init(name: "", text: "")
    }
    let state = newState(transition.after)
    if keepsRecords, state != nil || received != nil {
      record.transitions.append(
        .init(
          received: received, isModification: transition.cause.isModification, state: state))
    }
    return true
  }

  private func item(_ name: String, _ text: String) -> StepRecord.Item {
    .init(name: names.rewrite(name), text: names.rewrite(text))
  }

  /// Returns a state as JSON, or an empty text without `keepsRecords`. `nil` if it is equal to the last one.
  private func newState(_ state: Any) -> String? {
    let json = json(of: TypedValue(state, as: stateType))
    var hash = FNV1aHasher()
    hash.combine(json)
    guard hash.value != lastState else { return nil }
    lastState = hash.value
    digest.combine(number: Int(truncatingIfNeeded: hash.value))
    return keepsRecords ? json.text : ""
  }

  private func addPending(_ run: Run) {
    if run.stubs.hasOpenCalls {
      record.pending = run.stubs.openCalls.map { item($0.endpoint, $0.endpoint + $0.text) }
    }
    if let deadline = run.store.nextDeadline {
      let text = "a deadline in \(ValueSyntax().print(deadline))"
      record.pending.append(.init(name: "a deadline", text: text))
    } else if record.pending.isEmpty, !run.store.effects.isEmpty {
      record.pending.append(.init(name: "an effect in flight", text: "an effect in flight"))
    }
  }

  private func json(of value: TypedValue) -> JSONValue {
    syntax.json(of: value, omitting: omitted)
  }
}

extension FNV1aHasher {
  /// Adds a value.
  fileprivate mutating func combine(_ value: JSONValue) {
    switch value {
    case .null: combine(number: 0)
    case .bool(let flag): combine(number: flag ? 2 : 1)
    case .number(let number):
      combine(number: 3)
      if let int = number.int { combine(number: int) } else { combine(number.text) }
    case .string(let text):
      combine(number: 4)
      combine(words: text)
    case .array(let values):
      combine(number: 5 + values.count << 3)
      for value in values { combine(value) }
    case .object(let members):
      combine(number: 6 + members.count << 3)
      for member in members {
        combine(words: member.key)
        combine(member.value)
      }
    }
  }
}

extension JSONValue {
  /// Whether the value is an action in a case that is left out, or an action of a parent that contains one.
  fileprivate var isOmitted: Bool {
    if self == OmittedMembers.mark { return true }
    guard case .object(let members) = self else { return false }
    return members.contains { $0.key != "id" && $0.value.isOmitted }
  }
}
