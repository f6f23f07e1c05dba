import MachoScripting
import MachoSessions
import MachoValues

/// Records what the steps of a run cause, for a comparison: as a digest, and on demand as data.
package final class RunRecorder {
  private let feature: any DrivenFeature
  /// What only one side declares.
  private let omitted: OmittedMembers
  /// Whether actions are compared, too, that effects send. Otherwise only the state after each step is.
  private let comparesReceived: Bool
  /// Whether the data is kept. Otherwise only the digest is.
  private let keepsRecords: Bool
  /// Gives what is recorded the names of the other side.
  private let names: ScriptMigration
  /// Called with each line before it runs.
  private let onLine: ((String) -> Void)?

  /// What was recorded. Without `keepsRecords`, only its lines.
  package private(set) var trace = RunTrace()
  private var record = StepRecord(line: "")
  private var digest = FNV1aHasher()
  private var lastState = ""
  /// The lines of the steps.
  private(set) var lines: [String] = []

  package init(
    _ feature: any DrivenFeature, omitting omitted: OmittedMembers, comparesReceived: Bool = true,
    names: ScriptMigration = ScriptMigration([]), keepsRecords: Bool,
    onLine: ((String) -> Void)? = nil
  ) {
    self.names = names
    self.feature = feature
    self.omitted = omitted
    self.comparesReceived = comparesReceived
    self.keepsRecords = keepsRecords
    self.onLine = onLine
  }

  /// A number that differs between runs that caused something else, apart from the text of their lines.
  package var digestValue: UInt64 { digest.value }

  func begin(_ stubs: [Line]) {
    trace.stubs = stubs.map { names.rewrite(line: $0.text) }
    for line in trace.stubs { onLine?(line) }
  }

  func beginStep(_ line: String, label: @autoclosure () -> String = "") {
    let line = names.rewrite(line: line)
    record = StepRecord(line: line)
    if keepsRecords { record.label = names.rewrite(label()) }
    lines.append(line)
    onLine?(line)
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
    if comparesReceived {
      for transition in transitions { add(transition) }
    }
    record.endState = newState(run.store.state)
    for case .called(let endpoint, let arguments, _, _) in calls {
      if keepsRecords { trace.called.insert(names.rewrite(endpoint.name)) }
      // What a read of the time or a random number changes shows in the state.
      guard !endpoint.isBuiltIn else { continue }
      record.calls.append(
        names.rewrite(endpoint.name + StubTable.text(of: arguments, feature.syntax)))
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

  private func finish() {
    for call in record.calls { digest.combine(call) }
    for text in record.pending { digest.combine(text) }
    if let problem = record.problem { digest.combine(problem) }
    keep()
  }

  private func keep() {
    if keepsRecords { trace.records.append(record) }
  }

  private func add(_ transition: StateTransition) {
    var received: String?
    if transition.cause.isModification {
      // The number of the effect that made it need not be equal on both sides.
      digest.combine("modified")
      received = "changed"
    } else if transition.cause != .sent {
      let action = json(of: TypedValue(transition.action))
      // An action that only one side declares is listed with the types, and not counted as a difference.
      guard !action.isOmitted else { return }
      digest.combine("received")
      digest.combine(action.text)
      received = keepsRecords ? names.rewrite(feature.syntax.print(transition.action)) : ""
    }
    addState(transition.after, of: received, isModification: transition.cause.isModification)
  }

  private func addState(_ state: Any, of received: String?, isModification: Bool) {
    let state = newState(state)
    if state != nil || received != nil {
      record.transitions.append(
        .init(received: received, isModification: isModification, state: state))
    }
  }

  /// Returns a state as JSON. `nil` if it is equal to the last one.
  private func newState(_ state: Any) -> String? {
    let text = json(of: TypedValue(state, as: feature.stateType)).text
    guard text != lastState else { return nil }
    digest.combine(text)
    lastState = text
    return text
  }

  private func addPending(_ run: Run) {
    if run.stubs.hasOpenCalls {
      record.pending = run.stubs.openCalls.map { names.rewrite($0.endpoint + $0.text) }
    }
    if let deadline = run.store.nextDeadline {
      record.pending.append("a deadline in \(ValueSyntax().print(deadline))")
    } else if record.pending.isEmpty, !run.store.effects.isEmpty {
      record.pending.append("an effect in flight")
    }
  }

  private func json(of value: TypedValue) -> JSONValue {
    feature.syntax.json(of: value, omitting: omitted)
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
