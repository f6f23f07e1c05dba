import MachoSessions
import MachoValues

// Values that the user enters.

extension SuspicionProbe {
  /// A step in which the user enters a value: the action carries it and starts nothing.
  struct Entry {
    let label: String
    let text: String
    /// The leaf that has the value after the step.
    let leaf: StateLeaf
  }

  /// Returns the value that the user enters in a step. `nil` for another step.
  func entry(at index: Int) -> Entry? {
    let step = steps[index].step
    guard case .send(let label, let text) = step.input, let action = sentAction(of: step),
      step.after.calls(since: step.before).isEmpty,
      step.after.effects(since: step.before).isEmpty
    else { return nil }
    let values = carriedValues(of: action)
    guard !values.isEmpty else { return nil }
    let leaf = step.after.leaves.all.first { leaf in
      guard let content = leaf.content, let old = step.before.leaves[leaf.path] else {
        return false
      }
      return !StateLeaf.areEqual(old, leaf) && values.contains { areSame($0, content) }
    }
    return leaf.map { Entry(label: label, text: text, leaf: $0) }
  }

  /// Returns the action that a step sends. `nil` if the store reports none.
  func sentAction(of step: Rehearsal.Step) -> Any? {
    step.transitions.first { $0.cause == .sent }?.action
  }

  // MARK: Overwritten entries

  /// A value that the user has entered while a call was pending, and that the response replaces.
  func overwritten(at index: Int) throws(Diagnostic) -> Suspicion? {
    guard index > 0, let entry = entry(at: index) else { return nil }
    let (step, path) = (steps[index].step, entry.leaf.path)
    for call in step.before.calls where step.after.calls.contains(where: { $0.id == call.id }) {
      let start = steps[..<index].first { $0.step.after.calls.contains { $0.id == call.id } }
      // A response may replace the value that the call was made with.
      guard let start = start?.step, !StateLeaf.areEqual(start.after.leaves[path], entry.leaf),
        let endpoint = engine.endpoint(call.endpoint), !endpoint.isStream,
        budget.allows("overwritten \(entry.label) \(call.endpoint)")
      else { continue }
      var rehearsal = try repeated(upTo: index)
      defer { rehearsal.close() }
      // A form that is reset after it was sent overwrites nothing.
      guard rehearsal.answer(call, .otherValue), rehearsal.isSound,
        let leaf = rehearsal.moment.leaves[path], leaf.content != nil,
        !StateLeaf.areEqual(leaf, entry.leaf),
        !StateLeaf.areEqual(leaf, firstLeaf(path))
      else { continue }
      return suspicion(
        .overwrites, [path, call.endpoint],
        "the response of \(call.endpoint), which was called before \(entry.label), changes \(path) "
          + "from \(excerpt(entry.leaf)) to \(excerpt(leaf))", at: index,
        expecting: [condition(entry.leaf)]
      ) { _ = $0.answer(call, .otherValue) }
    }
    return nil
  }

  // MARK: Derived values

  /// A value that depends on the order in which two other values are entered: one of the actions does not
  /// compute it again.
  func derived(at index: Int) throws(Diagnostic) -> Suspicion? {
    guard index > 0, let first = entry(at: index - 1), let last = entry(at: index),
      first.label != last.label, first.leaf.path != last.leaf.path,
      budget.allows("derived \(first.label) \(last.label)")
    else { return nil }
    let step = steps[index].step
    var reversed = try repeated(upTo: index - 2)
    defer { reversed.close() }
    guard reversed.send(last.label, last.text) else { return nil }
    let middle = reversed.moment
    guard reversed.send(first.label, first.text) else { return nil }
    let end = reversed.moment
    // An action that changes the value of the other one depends on the order by intention.
    guard end.effects.isEmpty, step.after.effects.isEmpty,
      [first, last].allSatisfy({ entry in
        StateLeaf.areEqual(step.after.leaves[entry.leaf.path], entry.leaf)
          && StateLeaf.areEqual(end.leaves[entry.leaf.path], entry.leaf)
      })
    else { return nil }
    for leaf in step.after.leaves.all
    where !NameHint.concernsUndo(leaf.path) && !NameHint.concernsOrder(leaf.path) {
      // The last action leaves it, and the first one computes it if it is the last.
      guard let other = end.leaves[leaf.path], !StateLeaf.areEqual(leaf, other),
        StateLeaf.areEqual(step.before.leaves[leaf.path], leaf),
        !StateLeaf.areEqual(middle.leaves[leaf.path], other), !isReordered(leaf, other)
      else { continue }
      return suspicion(
        .derived, [leaf.path, last.label],
        "\(leaf.path) is \(excerpt(leaf)) if \(last.label) follows \(first.label), and "
          + "\(excerpt(other)) in the other order", at: index, expecting: [condition(other)])
    }
    return nil
  }

  /// The result of a check that stays after the checked value was replaced, although the check would not
  /// have it now.
  func unchecked(at index: Int) throws(Diagnostic) -> Suspicion? {
    guard index > 0, let entry = entry(at: index),
      case .send(let label, let text) = steps[index - 1].step.input, label != entry.label,
      self.entry(at: index - 1) == nil
    else { return nil }
    let (check, step) = (steps[index - 1].step, steps[index].step)
    let results = check.after.leaves.all.filter { leaf in
      (NameHint.tellsOfErrors(leaf.path) || NameHint.tellsOfValidity(leaf.path))
        && !isPresented(leaf)
        && !StateLeaf.areEqual(check.before.leaves[leaf.path], leaf)
        && StateLeaf.areEqual(step.after.leaves[leaf.path], leaf)
    }
    guard !results.isEmpty, check.after.effects.isEmpty,
      budget.allows("unchecked \(label) \(entry.label)")
    else { return nil }
    var direct = try repeated(upTo: index - 2)
    defer { direct.close() }
    guard direct.send(entry.label, entry.text) else { return nil }
    let entered = direct.moment
    guard direct.send(label, text) else { return nil }
    for leaf in results {
      guard let old = check.before.leaves[leaf.path],
        StateLeaf.areEqual(entered.leaves[leaf.path], old),
        StateLeaf.areEqual(direct.moment.leaves[leaf.path], old)
      else { continue }
      return suspicion(
        .derived, [leaf.path, entry.label],
        "\(leaf.path) is still \(excerpt(leaf)) after \(entry.label), although \(label) would not set it "
          + "now", at: index, expecting: [condition(old)])
    }
    return nil
  }
}
