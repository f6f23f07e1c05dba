import MachoSessions
import MachoValues

// What a feature should do and does not do.

extension SuspicionProbe {
  /// An error of a call that changes nothing, although the state has a part that can show it.
  func silent(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, _) = step.input, !NameHint.isAppearance(label),
      let call = step.after.calls(since: step.before).first,
      let endpoint = engine.endpoint(call.endpoint), endpoint.canThrow, !endpoint.isStream
    else { return nil }
    let notices = step.before.leaves.all.compactMap { leaf in
      notice(leaf).map { (leaf: leaf, condition: $0) }
    }
    // What shows an earlier error can show this one too.
    guard !notices.isEmpty, notices.allSatisfy({ isUnset($0.leaf) }),
      budget.allows("silent \(label)")
    else { return nil }
    var error = try repeated(upTo: index)
    defer { error.close() }
    guard error.rest(.error), error.isSound, areSame(error.moment.state, step.before.state) else {
      return nil
    }
    var value = try repeated(upTo: index)
    defer { value.close() }
    guard value.rest(.otherValue), value.isSound,
      !areSame(value.moment.state, step.before.state)
    else { return nil }
    return suspicion(
      .silent, [label, call.endpoint],
      "an error of \(call.endpoint) after \(label) changes nothing, although "
        + "\(notices[0].leaf.path) can show one", at: index,
      expecting: [notices.map(\.condition).joined(separator: " or ")]
    ) { _ = $0.rest(.error) }
  }

  /// Returns the condition that a leaf shows an error. `nil` if it does not tell of errors.
  private func notice(_ leaf: StateLeaf) -> String? {
    guard leaf.isAlert || NameHint.tellsOfErrors(leaf.path) else { return nil }
    if leaf.isOptional { return "\(leaf.path) != nil" }
    if leaf.flag != nil { return "\(leaf.path) == true" }
    return leaf.content is String ? "\(leaf.path) != \"\"" : nil
  }

  private func isUnset(_ leaf: StateLeaf) -> Bool {
    leaf.content == nil || leaf.flag == false || leaf.content as? String == ""
  }

  /// A stored request that an action has deferred, for example until a user signs in. It remains in the state
  /// although the action would now perform it.
  func pending(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    for leaf in step.after.leaves.all
    where leaf.isOptional && leaf.content != nil && NameHint.isPutOff(leaf.path) {
      let start = steps[..<index].lastIndex {
        !StateLeaf.areEqual($0.step.before.leaves[leaf.path], $0.step.after.leaves[leaf.path])
      }
      guard let start, case .send(let label, let text) = steps[start].step.input,
        budget.allows("pending \(leaf.path) \(name(of: step.input))")
      else { continue }
      // What the action does beside putting off, when it is sent again after a step.
      func effect(after last: Int) throws(Diagnostic) -> StateLeaf? {
        var rehearsal = try repeated(upTo: last)
        defer { rehearsal.close() }
        guard rehearsal.rest(.value), rehearsal.isSound else { return nil }
        let before = rehearsal.moment
        guard StateLeaf.areEqual(before.leaves[leaf.path], leaf), rehearsal.send(label, text)
        else { return nil }
        return rehearsal.moment.leaves.all.first { other in
          other.path != leaf.path && !other.isInside(leaf)
            && !StateLeaf.areEqual(before.leaves[other.path], other)
        }
      }
      guard let done = try effect(after: index), try effect(after: start) == nil else { continue }
      return suspicion(
        .pending, [leaf.path, label],
        "\(leaf.path) is still \(excerpt(leaf)) after \(name(of: step.input)), although \(label) would now "
          + "change \(done.path) at once", at: index, expecting: ["\(leaf.path) == nil"]
      ) { _ = $0.rest(.value) }
    }
    return nil
  }
}
