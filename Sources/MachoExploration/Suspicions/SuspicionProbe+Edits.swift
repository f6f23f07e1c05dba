import MachoSessions
import MachoValues

// Edits that are taken back, cancelled or repeated with another value.

extension SuspicionProbe {
  // MARK: Totals

  /// A total that changed with a collection and stays when the collection has its earlier value again.
  func total(at index: Int) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input else { return nil }
    for list in step.after.leaves.all where list.content is any Collection {
      let change = steps[..<index].last { earlier in
        !StateLeaf.areEqual(
          earlier.step.before.leaves[list.path], earlier.step.after.leaves[list.path])
      }
      guard let change = change?.step, StateLeaf.areEqual(change.before.leaves[list.path], list),
        !StateLeaf.areEqual(step.before.leaves[list.path], list)
      else { continue }
      // A total may belong to another collection that was changed too.
      let isRestored = change.after.leaves.all.allSatisfy { other in
        let old = change.before.leaves[other.path]
        return !(other.content is any Collection) || StateLeaf.areEqual(old, other)
          || StateLeaf.areEqual(old, step.after.leaves[other.path])
      }
      guard isRestored else { continue }
      for leaf in step.after.leaves.all {
        guard isTotal(leaf), let old = change.before.leaves[leaf.path],
          !StateLeaf.areEqual(old, leaf),
          StateLeaf.areEqual(change.after.leaves[leaf.path], leaf)
        else { continue }
        return suspicion(
          .total, [leaf.path, list.path],
          "\(leaf.path) is still \(excerpt(leaf)) after \(label), although \(list.path), with which it "
            + "was changed, has its earlier value", at: index, expecting: [condition(old)])
      }
    }
    return driftedTotal(at: index, label)
  }

  /// A total that differs from that of an earlier state with the same collections, after a change of one.
  private func driftedTotal(at index: Int, _ label: String) -> Suspicion? {
    let step = steps[index].step
    let changesCollection = step.after.leaves.all.contains {
      $0.content is any Collection && !($0.content is String)
        && !StateLeaf.areEqual(step.before.leaves[$0.path], $0)
    }
    guard changesCollection else { return nil }
    let earlier = [steps[0].step.before] + steps[..<index].map(\.step.after)
    for moment in earlier where moment.leaves.all.count == step.after.leaves.all.count {
      let drifted = step.after.leaves.all.filter { !StateLeaf.areEqual(moment.leaves[$0.path], $0) }
      guard let leaf = drifted.first, let old = moment.leaves[leaf.path],
        drifted.allSatisfy({ isTotal($0) })
      else { continue }
      return suspicion(
        .total, [leaf.path, label],
        "\(leaf.path) is \(excerpt(leaf)) after \(label), and was \(excerpt(old)) when all else was equal",
        at: index, expecting: [condition(old)])
    }
    return nil
  }

  private func isTotal(_ leaf: StateLeaf) -> Bool {
    leaf.number != nil && NameHint.isTotal(leaf.path)
  }

  // MARK: Undoing

  /// What an action changed and an undo of the feature does not restore.
  func undone(at index: Int) -> Suspicion? {
    guard index > 0, case .send(let label, _) = steps[index].step.input,
      NameHint.concernsUndo(label),
      case .send(let first, _) = steps[index - 1].step.input, !NameHint.concernsUndo(first)
    else { return nil }
    let (change, undo) = (steps[index - 1].step, steps[index].step)
    let restored = change.after.leaves.all.filter { leaf in
      let before = change.before.leaves[leaf.path]
      return !StateLeaf.areEqual(before, leaf)
        && StateLeaf.areEqual(before, undo.after.leaves[leaf.path])
    }
    guard !restored.isEmpty else { return nil }
    for leaf in undo.after.leaves.all
    where leaf.flag == nil && leaf.number == nil && !NameHint.concernsUndo(leaf.path) {
      let before = change.before.leaves[leaf.path]
      guard let before, !StateLeaf.areEqual(before, leaf),
        StateLeaf.areEqual(change.after.leaves[leaf.path], leaf)
      else { continue }
      return suspicion(
        .history, [leaf.path, label],
        "\(label) takes back \(first), but \(leaf.path) stays \(excerpt(leaf))", at: index,
        expecting: [condition(before)])
    }
    return nil
  }

  // MARK: Cancelled edits

  /// Data outside of a screen that cancelling the screen changes.
  func cancelled(at index: Int) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input else { return nil }
    guard NameHint.cancels(label) else { return nil }
    for owner in step.before.leaves.all
    where isPresented(owner) && !owner.isAlert && isGone(owner, step.after) {
      for leaf in step.before.leaves.all where leaf.isData && !leaf.isInside(owner) {
        guard leaf.path != owner.path, let after = step.after.leaves[leaf.path],
          !StateLeaf.areEqual(leaf, after), leaf.content is any Collection
        else { continue }
        return suspicion(
          .remains, [leaf.path, owner.path],
          "\(label) closes \(owner.path) and changes \(leaf.path) to \(excerpt(after))", at: index,
          expecting: [condition(leaf)])
      }
    }
    return nil
  }

  // MARK: Replaced values

  /// A collection that depends on a value that a later one has replaced: that of the same action, sent
  /// twice with different values.
  func history(at index: Int) throws(Diagnostic) -> Suspicion? {
    guard index > 0, let earlier = entry(at: index - 1), let entry = entry(at: index),
      earlier.label == entry.label, earlier.leaf.path == entry.leaf.path,
      budget.allows("history \(entry.label)", with: "\(earlier.text) \(entry.text)")
    else { return nil }
    let (label, first, last) = (entry.label, steps[index - 1].step, steps[index].step)
    var direct = try repeated(upTo: index - 2)
    defer { direct.close() }
    guard direct.send(label, entry.text) else { return nil }
    for leaf in last.after.leaves.all
    where leaf.content is any Collection && !(leaf.content is String) {
      guard let expected = direct.moment.leaves[leaf.path],
        expected.elements.count > leaf.elements.count,
        leaf.elements.count <= (first.after.leaves[leaf.path]?.elements.count ?? 0)
      else { continue }
      return suspicion(
        .history, [leaf.path, label],
        "\(leaf.path) depends on an earlier value of \(label): it has \(expected.elements.count) "
          + "elements without that value, and \(leaf.elements.count) with it", at: index,
        expecting: ["\(leaf.path).count == \(expected.elements.count)"])
    }
    return nil
  }

  // MARK: Repeated requests

  /// A request that is sent again, by an action that is named so, without the flag that the first one set.
  func unmarked(at index: Int) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input,
      let call = step.after.calls(since: step.before).first
    else { return nil }
    guard NameHint.retries(label) else { return nil }
    for earlier in steps[..<index].map(\.step) {
      guard case .send(let first, _) = earlier.input, first != label,
        let other = earlier.after.calls(since: earlier.before)
          .first(where: { $0.endpoint == call.endpoint }),
        !step.after.calls.contains(where: { $0.id == other.id })
      else { continue }
      for leaf in earlier.after.leaves.all where leaf.isPhase {
        let before = step.before.leaves[leaf.path]
        guard let before, !isSamePhase(earlier.before.leaves[leaf.path], leaf),
          !isSamePhase(before, leaf),
          StateLeaf.areEqual(before, step.after.leaves[leaf.path]),
          leaf.flag != false
        else { continue }
        return suspicion(
          .unmarked, [leaf.path, label],
          "\(leaf.path) is \(excerpt(before)) while \(label) waits for \(call.endpoint), and "
            + "\(excerpt(leaf)) while \(first) does", at: index, expecting: [condition(leaf)])
      }
    }
    return nil
  }
}
