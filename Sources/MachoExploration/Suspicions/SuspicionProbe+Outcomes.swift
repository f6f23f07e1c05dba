import MachoSessions
import MachoValues

// What an error or a cancellation of a call changes, compared with a value.

extension SuspicionProbe {
  /// Completes the calls that a sent action has started with values and with errors, lets the time
  /// pass, and compares the states at rest.
  func outcomes(of index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, _) = step.input,
      let call = step.after.calls(since: step.before).first,
      let endpoint = engine.endpoint(call.endpoint), budget.allows("outcomes \(label)")
    else { return nil }
    var value = try repeated(upTo: index)
    defer { value.close() }
    let valueRests = value.rest(.value)
    guard value.isSound else { return nil }
    if endpoint.canThrow {
      for number in engine.responses.errors(of: endpoint).indices
      where number == 0 || budget.allows("error \(label) \(number)", times: 5) {
        if let found = try failure(index, label, call, endpoint, value, valueRests, number) {
          return found
        }
      }
    }
    var other = try repeated(upTo: index)
    defer { other.close() }
    // A store that is never at rest, such as one with a timer, may go on in its phase.
    let otherRests = other.rest(.otherValue)
    guard other.isSound else { return nil }
    let found =
      otherRests
      ? stuck(index, call, value, other, "this value", .otherValue, "another one") : nil
    guard found == nil, valueRests else { return found }
    return stuck(index, call, other, value, "this value", .value, "another one")
  }

  /// What one of an endpoint's errors does, compared with a value.
  private func failure(
    _ index: Int, _ label: String, _ call: OpenCall, _ endpoint: Endpoint, _ value: Rehearsal,
    _ valueRests: Bool, _ number: Int
  ) throws(Diagnostic) -> Suspicion? {
    let outcome = Rehearsal.Outcome.error(number)
    let cause = number == 0 ? "an error" : engine.errorText(number, endpoint)
    var error = try repeated(upTo: index)
    defer { error.close() }
    let errorRests = error.rest(outcome)
    guard error.isSound else { return nil }
    if valueRests, !errorRests { return try retries(index, label, call, error, outcome) }
    if errorRests,
      let found = stuck(index, call, value, error, cause, outcome, "a value")
    {
      return found
    }
    if let found = unnoticed(index, call, endpoint, value, error, cause, outcome) { return found }
    return try skipped(index, label, call, error, cause, outcome)
  }

  /// A flag or phase that the action set and that only one outcome resets.
  private func stuck(
    _ index: Int, _ call: OpenCall, _ resetting: Rehearsal, _ keeping: Rehearsal,
    _ cause: String, _ outcome: Rehearsal.Outcome, _ other: String
  ) -> Suspicion? {
    let step = steps[index].step
    for leaf in step.after.leaves.all
    where leaf.isPhase || leaf.isPhaseOfElements && outcome.isError {
      let before = step.before.leaves[leaf.path]
      let reset = resetting.moment.leaves[leaf.path]
      guard let before, !StateLeaf.areEqual(before, leaf), !isSamePhase(reset, leaf),
        isSamePhase(keeping.moment.leaves[leaf.path], leaf),
        // A value that depends on the answer is not a phase, except for a case such as `loading`.
        outcome.isError || StateLeaf.areEqual(reset, before) || keeping.isOver && leaf.isProgress
      else { continue }
      return suspicion(
        .stuck, [leaf.path, call.endpoint, outcome.name],
        "\(name(of: step.input)) sets \(leaf.path) to \(excerpt(leaf)), and it stays so after \(cause) of "
          + "\(call.endpoint), but not after \(other)", at: index,
        expecting: [
          leaf.flag == nil
            ? "\(leaf.path) != \(text(leaf))" : "\(leaf.path) == \(text(before))"
        ]
      ) { _ = $0.rest(outcome) }
    }
    return nil
  }

  /// Whether two leaves are the same flag or case.
  func isSamePhase(_ left: StateLeaf?, _ right: StateLeaf?) -> Bool {
    guard let left, let right else { return false }
    if let left = left.caseName, let right = right.caseName { return left == right }
    return StateLeaf.areEqual(left, right)
  }

  /// A failing call that is repeated without end, although a value ends it.
  private func retries(
    _ index: Int, _ label: String, _ call: OpenCall, _ error: Rehearsal,
    _ outcome: Rehearsal.Outcome
  ) throws(Diagnostic) -> Suspicion? {
    let names = error.completed.suffix(20)
    guard names.count == 20, let name = names.last, names.count(where: { $0 == name }) >= 10 else {
      return nil
    }
    // With calls that fail at once, another effect may be in flight.
    let error = outcome.errorNumber ?? 0
    engine.failingEndpoints = [name: error]
    defer { engine.failingEndpoints = [:] }
    var failing = try repeated(upTo: index)
    defer { failing.close() }
    guard !failing.rest(outcome), failing.isSound,
      let origin = failing.run.store.effects.last?.origin
    else { return nil }
    return suspicion(
      .retries, [name, label],
      "after \(label), \(name) is called again after each error, without end", at: index,
      expecting: ["effects of \(origin) == 0"], failing: [name: error]
    ) { _ = $0.rest(outcome) }
  }

  /// A change that a failed call does not take back and that nothing reports.
  private func unnoticed(
    _ index: Int, _ call: OpenCall, _ endpoint: Endpoint, _ value: Rehearsal, _ error: Rehearsal,
    _ cause: String, _ outcome: Rehearsal.Outcome
  ) -> Suspicion? {
    guard endpoint.valueType == Void.self, !value.transitions.isEmpty, !error.transitions.isEmpty
    else { return nil }
    let step = steps[index].step
    // The feature handles the completion: it resets something.
    let changed = step.after.leaves.all.filter {
      !StateLeaf.areEqual(step.before.leaves[$0.path], $0)
    }
    let isSameState = areSame(value.moment.state, error.moment.state)
    guard
      let kept = changed.first(where: {
        StateLeaf.areEqual(error.moment.leaves[$0.path], $0)
          && (isSameState
            || StateLeaf.areEqual(value.moment.leaves[$0.path], $0)
              && ($0.flag != nil || $0.content is any Collection && !($0.content is String)))
      }),
      !isSameState
        || changed.contains(where: { !StateLeaf.areEqual(error.moment.leaves[$0.path], $0) }),
      let before = step.before.leaves[kept.path]
    else { return nil }
    let subject =
      isSameState
      ? "leads to the same state as its success" : "does not take back what its success keeps"
    return suspicion(
      .unnoticed, [kept.path, call.endpoint],
      "after \(name(of: step.input)), \(cause) of \(call.endpoint) \(subject): "
        + "\(kept.path) stays \(excerpt(kept))", at: index,
      expecting: [condition(before)]
    ) { _ = $0.rest(outcome) }
  }

  /// An action that requests something else after its request has failed, as if it had succeeded.
  private func skipped(
    _ index: Int, _ label: String, _ call: OpenCall, _ error: Rehearsal, _ cause: String,
    _ outcome: Rehearsal.Outcome
  ) throws(Diagnostic) -> Suspicion? {
    let builtIn = engine.endpoints.filter(\.isBuiltIn).map(\.name)
    guard !call.text.isEmpty, error.run.stubs.calledEndpoints.isDisjoint(with: builtIn) else {
      return nil
    }
    guard case .send(_, let text) = steps[index].step.input else { return nil }
    func next(_ outcome: Rehearsal.Outcome) throws(Diagnostic) -> OpenCall? {
      var rehearsal = try repeated(upTo: index)
      defer { rehearsal.close() }
      guard rehearsal.rest(outcome), rehearsal.send(label, text) else { return nil }
      return rehearsal.moment.calls.first { $0.endpoint == call.endpoint }
    }
    guard let afterError = try next(outcome), afterError.text != call.text else { return nil }
    var afterValue = try next(.otherValue)
    if afterValue == nil { afterValue = try next(.value) }
    guard afterValue?.text == afterError.text else { return nil }
    return suspicion(
      .skips, [label, call.endpoint],
      "after \(cause) of \(call.endpoint)\(call.text), \(label) calls "
        + "\(call.endpoint)\(afterError.text), as after a success", at: index,
      expecting: ["calls of \(call.endpoint)\(call.text) == 1"]
    ) {
      _ = $0.rest(outcome)
      _ = $0.send(label, text)
    }
  }

  /// A flag or phase that stays if the effect of its action is cancelled.
  func cancellation(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input else { return nil }
    let gone = step.before.effects.filter { effect in
      !step.after.effects.contains { $0.id == effect.id }
    }
    guard let effect = gone.first,
      let start = steps[..<index].lastIndex(where: { earlier in
        earlier.step.after.effects(since: earlier.step.before).contains { $0.id == effect.id }
      }),
      case .send = steps[start].step.input
    else { return nil }
    let started = steps[start].step
    let candidates = started.after.leaves.all.filter { leaf in
      (leaf.isPhase || leaf.isPhaseOfElements)
        && !StateLeaf.areEqual(started.before.leaves[leaf.path], leaf)
        && started.before.leaves[leaf.path] != nil
        && isSamePhase(step.after.leaves[leaf.path], leaf)
    }
    guard !candidates.isEmpty, budget.allows("cancellation \(label)") else { return nil }
    var value = try repeated(upTo: index - 1)
    defer { value.close() }
    _ = value.rest(.value)
    var cancelled = try repeated(upTo: index)
    defer { cancelled.close() }
    _ = cancelled.rest(.value)
    guard value.isSound, cancelled.isSound else { return nil }
    for leaf in candidates
    where !isSamePhase(value.moment.leaves[leaf.path], leaf)
      && isSamePhase(cancelled.moment.leaves[leaf.path], leaf)
    {
      guard let before = started.before.leaves[leaf.path] else { continue }
      return suspicion(
        .stuck, [leaf.path, effect.origin, "cancelled"],
        "\(leaf.path) stays \(excerpt(leaf)) after \(label) has cancelled what \(effect.origin) started, "
          + "but not if that ends by itself", at: index,
        expecting: [
          leaf.flag == nil
            ? "\(leaf.path) != \(text(leaf))" : "\(leaf.path) == \(text(before))"
        ]
      ) { rehearsal in
        // A mended feature may go on after its sleep, so that the script needs the same time and answers.
        if effect.isAsleep {
          for line in restLines(upTo: index - 1) { engine.describe(line, &rehearsal.run) }
        }
        _ = rehearsal.rest(.value)
      }
    }
    return nil
  }

  /// The lines that lead to rest after a step.
  private func restLines(upTo index: Int) -> [Line] {
    guard var rehearsal = try? repeated(upTo: index, describing: true) else { return [] }
    defer { rehearsal.close() }
    let count = rehearsal.run.result.description.lines.count
    _ = rehearsal.rest(.value)
    return Array(rehearsal.run.result.description.lines.dropFirst(count))
  }
}
