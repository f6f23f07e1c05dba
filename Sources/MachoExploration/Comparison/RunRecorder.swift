import MachoScripting
import MachoSessions
import MachoValues

/// Records what the steps of a run cause, for a comparison: as a digest, and on demand as data.
package final class RunRecorder {
  private let feature: any DrivenFeature
  /// What only one side declares.
  private let omitted: OmittedMembers
  /// Whether the data is kept. Otherwise only the digest is.
  private let keepsRecords: Bool
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
    _ feature: any DrivenFeature, omitting omitted: OmittedMembers, keepsRecords: Bool,
    onLine: ((String) -> Void)? = nil
  ) {
    self.feature = feature
    self.omitted = omitted
    self.keepsRecords = keepsRecords
    self.onLine = onLine
  }

  /// A number that differs between runs that caused something else, apart from the text of their lines.
  package var digestValue: UInt64 { digest.value }

  func begin(_ stubs: [Line]) {
    trace.stubs = stubs.map(\.text)
    for line in trace.stubs { onLine?(line) }
  }

  func beginStep(_ line: String, label: @autoclosure () -> String = "") {
    record = StepRecord(line: line)
    if keepsRecords { record.label = label() }
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
    for transition in transitions { add(transition) }
    if transitions.isEmpty { addState(run.store.state, of: nil) }
    for case .called(let endpoint, let arguments, _, _) in calls {
      if keepsRecords { trace.called.insert(endpoint.name) }
      // What a read of the time or a random number changes shows in the state.
      guard !endpoint.isBuiltIn else { continue }
      record.calls.append(endpoint.name + StubTable.text(of: arguments, feature.syntax))
    }
    addPending(run)
    record.problem = problem.map { "\($0.code.rawValue): \($0.message)" }
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
    if transition.cause != .sent {
      let label = transition.cause.isModification ? "modified" : "received"
      let action = json(of: TypedValue(transition.action))
      // An action that only one side declares is listed with the types, and not counted as a difference.
      if !action.isOmitted {
        digest.combine(label)
        digest.combine(action.text)
        received = keepsRecords ? feature.syntax.print(transition.action) : ""
      }
      if received == nil { return }
    }
    addState(transition.after, of: received)
  }

  private func addState(_ state: Any, of received: String?) {
    let text = json(of: TypedValue(state, as: feature.stateType)).text
    let isNew = text != lastState
    if isNew { digest.combine(text) }
    lastState = text
    if isNew || received != nil {
      record.transitions.append(.init(received: received, state: isNew ? text : nil))
    }
  }

  private func addPending(_ run: Run) {
    if run.stubs.hasOpenCalls {
      record.pending = run.stubs.openCalls.map { $0.endpoint + $0.text }
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
