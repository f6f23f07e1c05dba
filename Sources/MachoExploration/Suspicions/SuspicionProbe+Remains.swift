import MachoSessions
import MachoValues

// Effects and data that outlive the part of the state that they belong to.

extension SuspicionProbe {
  /// An effect that changes the state although the part of the state that appeared with it was removed.
  func survivor(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input, !step.after.effects.isEmpty else {
      return nil
    }
    for owner in step.before.leaves.all where isGone(owner, step.after) && !owner.isAlert {
      for effect in step.after.effects
      where step.before.effects.contains(where: { $0.id == effect.id }) {
        guard isStarted(effect, with: owner, before: index),
          budget.allows("survivor \(label) \(owner.path) \(effect.origin)"),
          let found = try survivor(effect, owner, index, label)
        else { continue }
        return found
      }
    }
    return nil
  }

  /// Whether a part was present and is not any more: an Optional, the case of an enum, or a flag.
  func isGone(_ leaf: StateLeaf, _ after: Rehearsal.Moment) -> Bool {
    guard leaf.content != nil else { return false }
    if leaf.flag == true { return after.leaves[leaf.path]?.flag == false }
    if leaf.isOptional, after.leaves[leaf.path]?.content == nil { return true }
    if let text = leaf.content as? String, !text.isEmpty {
      return after.leaves[leaf.path]?.content as? String == ""
    }
    guard let name = leaf.caseName, let next = after.leaves[leaf.path] else { return false }
    return next.caseName != name
  }

  /// Whether the part appeared in the step that started an effect.
  private func isStarted(_ effect: RunningEffect, with owner: StateLeaf, before index: Int) -> Bool
  {
    guard
      let start = steps[..<index].first(where: { earlier in
        earlier.step.after.effects(since: earlier.step.before).contains { $0.id == effect.id }
      })?.step
    else { return false }
    let present = start.after.leaves[owner.path]
    guard let present, present.content != nil, isSamePhase(present, owner) || !owner.isPhase else {
      return false
    }
    if ActionLabel(effect.origin).isInside(ActionLabel(owner.path)) { return true }
    let before = start.before.leaves[owner.path]
    if owner.isPhase { return !isSamePhase(before, owner) }
    return before?.content == nil
  }

  private func survivor(
    _ effect: RunningEffect, _ owner: StateLeaf, _ index: Int, _ label: String
  ) throws(Diagnostic) -> Suspicion? {
    func drive(_ rehearsal: inout Rehearsal) {
      for call in rehearsal.moment.calls {
        _ = rehearsal.answer(call, .otherValue)
      }
      var elapsed = Duration.zero
      if let time = rehearsal.advance() { elapsed += time }
      rehearsal.describe(&elapsed)
    }
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    let before = rehearsal.moment
    drive(&rehearsal)
    guard rehearsal.isSound else { return nil }
    let isRepeating = rehearsal.moment.effects.contains { $0.id == effect.id }
    // A request that is not tied to a flag may end later.
    guard owner.flag == nil || isRepeating else { return nil }
    guard rehearsal.transitions.contains(where: { $0.cause.effect == effect.id }) else {
      return nil
    }
    let changed = before.leaves.all.first { leaf in
      leaf.path != owner.path && !leaf.isInside(owner)
        && rehearsal.moment.leaves[leaf.path].map { !StateLeaf.areEqual(leaf, $0) } ?? false
        && rehearsal.transitions.contains {
          guard $0.cause.effect == effect.id else { return false }
          let feature = engine.target.feature
          return !StateLeaf.areEqual(
            Leaves($0.before, of: feature)[leaf.path], Leaves($0.after, of: feature)[leaf.path])
        }
    }
    guard changed != nil || isRepeating else { return nil }
    let consequence = changed.map { "changes \($0.path)" } ?? "sends actions"
    return suspicion(
      .outlives, [owner.path, effect.origin],
      "\(label) ends \(owner.path), but the effect of \(effect.origin) continues and \(consequence)",
      at: index,
      expecting: [changed.map(condition) ?? "effects of \(effect.origin) == 0"]
    ) { drive(&$0) }
  }

  // MARK: Data

  /// Data that appeared with a part of the state and remains when that part is removed.
  func remains(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input else { return nil }
    for owner in step.before.leaves.all
    where owner.flag == nil && isGone(owner, step.after) && !owner.isAlert {
      guard let (before, effects) = appearance(of: owner, before: index) else { continue }
      for leaf in step.after.leaves.all {
        guard leaf.isData, leaf.path != owner.path, !leaf.isInside(owner), !owner.isInside(leaf),
          let old = before[leaf.path], !StateLeaf.areEqual(old, leaf),
          !StateLeaf.areEqual(steps[0].step.before.leaves[leaf.path], leaf),
          isWritten(leaf.path, by: effects, before: index),
          budget.allows("remains \(label) \(owner.path) \(leaf.path)")
        else { continue }
        var rehearsal = try repeated(upTo: index)
        defer { rehearsal.close() }
        _ = rehearsal.rest(.value)
        guard rehearsal.isSound,
          StateLeaf.areEqual(rehearsal.moment.leaves[leaf.path], leaf)
        else { continue }
        return suspicion(
          .remains, [leaf.path, owner.path],
          "\(label) ends \(owner.path), but \(leaf.path), which was set with it, is still "
            + excerpt(leaf), at: index, expecting: [condition(old)])
      }
    }
    return nil
  }

  /// Returns the leaves before a part last appeared, with the effects that set it or began with it.
  func appearance(
    of owner: StateLeaf, before index: Int
  ) -> (before: Leaves, effects: Set<Int>)? {
    let feature = engine.target.feature
    func isPresent(_ leaf: StateLeaf?) -> Bool {
      guard let leaf, leaf.content != nil else { return false }
      return owner.isPhase ? isSamePhase(leaf, owner) : leaf.content as? String != ""
    }
    for (number, earlier) in steps[..<index].enumerated().reversed() {
      for transition in earlier.step.transitions.reversed() {
        let after = Leaves(transition.after, of: feature)
        let before = Leaves(transition.before, of: feature)
        guard isPresent(after[owner.path]), !isPresent(before[owner.path]) else { continue }
        // What an error shows owns nothing.
        if case .answer(_, isFailure: true) = earlier.step.input { return nil }
        var effects: Set<Int> = []
        if let effect = transition.cause.effect { effects.insert(effect) }
        for effect in earlier.step.after.effects(since: earlier.step.before)
        where effect.id > transition.lastEffectIDBefore {
          effects.insert(effect.id)
        }
        // What these effects have started, as far as no other input did.
        for next in steps[(number + 1)..<index] {
          if case .send = next.step.input { break }
          effects.formUnion(next.step.after.effects(since: next.step.before).map(\.id))
        }
        return (before, effects)
      }
    }
    return nil
  }

  /// Whether one of some effects changed a leaf.
  private func isWritten(_ path: String, by effects: Set<Int>, before index: Int) -> Bool {
    let feature = engine.target.feature
    return steps[..<index].contains { earlier in
      earlier.step.transitions.contains { transition in
        guard let effect = transition.cause.effect, effects.contains(effect) else { return false }
        return !StateLeaf.areEqual(
          Leaves(transition.before, of: feature)[path], Leaves(transition.after, of: feature)[path])
      }
    }
  }

  /// A part that was dismissed and appears again with what was changed in it.
  func returning(at index: Int) -> Suspicion? {
    let step = steps[index].step
    guard index > 2, case .send(_, let text) = step.input else { return nil }
    for owner in step.after.leaves.all where owner.isOptional && owner.content != nil {
      guard step.before.leaves[owner.path].map({ $0.content == nil }) ?? false else { continue }
      let opened = steps[..<index].lastIndex { earlier in
        guard case .send(_, text) = earlier.step.input else { return false }
        return earlier.step.before.leaves[owner.path]?.content == nil
          && earlier.step.after.leaves[owner.path]?.content != nil
      }
      guard let opened, index - opened >= 3 else { continue }
      let between = steps[(opened + 1)..<index]
      // Only a dismissal is known to give up what was changed.
      guard
        let dismissed = between.last(where: { earlier in
          guard case .send(let label, _) = earlier.step.input else { return false }
          return label == owner.path + ".dismiss"
        })?.step
      else { continue }
      for leaf in step.after.leaves.all where leaf.isInside(owner) {
        let first = steps[opened].step.after.leaves[leaf.path]
        let last = dismissed.before.leaves[leaf.path]
        guard let first, !StateLeaf.areEqual(first, leaf), StateLeaf.areEqual(last, leaf) else {
          continue
        }
        return suspicion(
          .remains, [leaf.path],
          "\(name(of: step.input)) opens \(owner.path) again with \(leaf.path) \(excerpt(leaf)), which was "
            + "dismissed", at: index,
          expecting: [condition(first)])
      }
    }
    return nil
  }
}

extension StateLeaf {
  /// Whether the value is data, and not a number or a phase.
  var isData: Bool {
    guard flag == nil, caseName == nil, !isAlert else { return false }
    return isOptional || content is String || content is any Collection
  }
}
