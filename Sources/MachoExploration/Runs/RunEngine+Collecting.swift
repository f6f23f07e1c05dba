import MachoLocks
import MachoSessions
import MachoValues

// What a step caused, and its checks.

extension RunEngine {
  func collectLabels(_ transitions: [StateTransition]) {
    guard receivedLabels != nil else { return }
    for transition in transitions.prefix(50) where transition.cause != .sent {
      receivedLabels?.insert(templateLabel(of: transition.action))
      receivedLabels?.formUnion(changedBindings(transition))
    }
  }

  /// Returns the labels of the bindings whose property an effect changes: a user does not set the flag
  /// of a request, although its type allows that.
  private func changedBindings(_ transition: StateTransition) -> [String] {
    let bindings = space.entries.map(\.template).filter { $0.boundProperty != nil }
    guard !bindings.isEmpty else { return [] }
    let (before, after) = (
      Leaves(transition.before, of: target.feature), Leaves(transition.after, of: target.feature)
    )
    return after.all.filter { leaf in
      leaf.isPhase && !StateLeaf.areEqual(before[leaf.path], leaf)
    }.flatMap { leaf in
      bindings.filter { $0.boundProperty == leaf.path }.map(\.label)
    }
  }

  /// Collects what a step caused, and checks the state.
  func collect(_ run: inout Run, sent: Bool = false) {
    let transitions = run.store.takeTransitions()
    if transitions.count > (sent ? 1 : 0) {
      run.result.description.hasEffects = true
      run.hasUnassertedActions = true
      collectLabels(transitions)
    }
    run.lastTransitions = transitions
    if receivedLabels != nil, space.hasStacks {
      shownScreens.formUnion(space.generator.screens(in: run.store.state))
    }
    let calls = coverage != nil || recorder != nil ? run.stubs.takeLog() : []
    if let coverage, coverage.record(transitions, calls) { run.result.lastNewGroup = run.group }
    let problems = run.store.takeProblems() + run.stubs.takeProblems()
    // A child that is explored alone would be presented in the app.
    let defect = problems.first { !$0.isOfPresentation }
    recorder?.finishStep(run, transitions, calls, problem: defect ?? problems.first)
    if let defect {
      run.result.finding = Finding(defect)
      return
    }
    if let problem = problems.first { run.result.description.expectFailure(problem.code) }
    run.checkProperties(after: transitions, of: target.feature)
    if let finding = run.result.finding { recorder?.add(finding) }
  }
}
