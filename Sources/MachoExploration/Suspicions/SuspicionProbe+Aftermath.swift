import MachoSessions
import MachoValues

// Effects of earlier actions that change something after a screen, a session or a change has ended.

extension SuspicionProbe {
  /// What an action has ended.
  private enum End {
    /// Everything since the start.
    case start
    /// The screen at a path.
    case screen(String)
    /// Another part of the state.
    case part(String)
  }

  /// An effect that changes the state after an action has restored the start state, or after what
  /// its action needs is gone.
  func aftermath(of index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input,
      step.after.calls(since: step.before).isEmpty,
      step.after.effects(since: step.before).isEmpty, !step.after.effects.isEmpty
    else { return nil }
    for effect in step.after.effects {
      guard let start = start(of: effect, before: index),
        let end = try end(of: effect, start, at: index, label),
        budget.allows("aftermath \(label) \(effect.origin)")
      else { continue }
      for outcome in [Rehearsal.Outcome.otherValue, .error] {
        if let found = try aftermath(index, effect, end, label, outcome) { return found }
      }
    }
    return nil
  }

  /// Returns the step of the action that started an effect, also by the effects before it.
  private func start(of effect: RunningEffect, before index: Int) -> Int? {
    guard
      let start = steps[..<index].firstIndex(where: { earlier in
        earlier.step.after.effects(since: earlier.step.before).contains { $0.id == effect.id }
      })
    else { return nil }
    return steps[...start].lastIndex {
      if case .send = $0.step.input { true } else { false }
    }
  }

  /// Returns what ended. `nil` if the effect may go on.
  private func end(
    of effect: RunningEffect, _ start: Int, at index: Int, _ label: String
  ) throws(Diagnostic) -> End? {
    let step = steps[index].step
    let started = steps[start].step
    let first = steps[0].step.before
    // What the action of the effect has set is reset by this step, and not by an answer before it.
    let resets = step.after.leaves.all.contains { leaf in
      !StateLeaf.areEqual(started.before.leaves[leaf.path], started.after.leaves[leaf.path])
        && !StateLeaf.areEqual(step.before.leaves[leaf.path], leaf)
    }
    if resets, areSame(step.after.state, first.state), areSame(started.before.state, first.state) {
      return .start
    }
    guard case .send(let origin, let text) = started.input else { return nil }
    let gone = step.before.leaves.all.first { leaf in
      isGone(leaf, step.after) && leaf.flag == nil && !leaf.isAlert
        && !(leaf.content is String && !leaf.isOptional)
        && started.before.leaves[leaf.path]?.content != nil
    }
    // What an error shows owns nothing.
    guard let gone, appearance(of: gone, before: index) != nil else { return nil }
    if isPresented(gone) { return .screen(gone.path) }
    // Whether the action of the effect needs it.
    guard budget.allows("end \(label) \(origin)") else { return nil }
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    let before = rehearsal.moment
    if rehearsal.send(origin, text), !rehearsal.moment.effects(since: before).isEmpty { return nil }
    guard rehearsal.isSound else { return nil }
    return .part(gone.path)
  }

  private func aftermath(
    _ index: Int, _ effect: RunningEffect, _ end: End, _ label: String,
    _ outcome: Rehearsal.Outcome
  ) throws(Diagnostic) -> Suspicion? {
    func drive(_ rehearsal: inout Rehearsal) {
      for call in rehearsal.moment.calls { _ = rehearsal.answer(call, outcome) }
      guard !rehearsal.moment.effects.isEmpty else { return }
      var elapsed = rehearsal.advance() ?? .zero
      rehearsal.describe(&elapsed)
      for call in rehearsal.moment.calls { _ = rehearsal.answer(call, outcome) }
    }
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    let before = rehearsal.moment
    drive(&rehearsal)
    guard rehearsal.isSound else { return nil }
    let changed = before.leaves.all.first { leaf in
      guard let after = rehearsal.moment.leaves[leaf.path], !StateLeaf.areEqual(leaf, after) else {
        return false
      }
      // The effect of a closed screen may change something else, but must not open the screen again.
      guard case .screen(let path) = end else { return !after.isAlert }
      return leaf.path == path && leaf.content == nil && after.content != nil
    }
    guard let changed else { return nil }
    let work = "the effect of \(effect.origin)"
    let consequence =
      switch end {
      case .start: "restores the first state, but \(work) continues and changes \(changed.path)"
      case .screen(let path): "closes \(path), but \(work) opens it again"
      case .part(let path): "ends \(path), but \(work) continues and changes \(changed.path)"
      }
    return suspicion(
      .outlives, [changed.path, effect.origin],
      "\(label) \(consequence)", at: index,
      expecting: [condition(changed)]
    ) { drive(&$0) }
  }

  // MARK: Sessions

  /// Data of a session that stays when the user signs out: data that the action that made it cannot
  /// make in the start state.
  func session(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, _) = step.input, NameHint.endsSession(label),
      !areSame(step.before.state, step.after.state)
    else { return nil }
    let first = steps[0].step.before
    for leaf in step.after.leaves.all where !leaf.isPhase && !leaf.isAlert {
      guard let old = first.leaves[leaf.path], !StateLeaf.areEqual(old, leaf),
        let origin = origin(of: leaf, before: index),
        case .send(let action, let text) = steps[origin].step.input,
        budget.allows("session \(label) \(leaf.path)")
      else { continue }
      var rehearsal = try repeated(upTo: -1)
      defer { rehearsal.close() }
      if rehearsal.send(action, text) { _ = rehearsal.rest(.value) }
      guard rehearsal.isSound, StateLeaf.areEqual(rehearsal.moment.leaves[leaf.path], old) else {
        continue
      }
      return suspicion(
        .remains, [leaf.path],
        "\(leaf.path) is still \(excerpt(leaf)) after \(label)", at: index,
        expecting: [condition(old)])
    }
    return leftOver(at: index, label)
  }

  /// A collection that the user has changed and that stays when the end of a session resets others.
  private func leftOver(at index: Int, _ label: String) -> Suspicion? {
    let step = steps[index].step
    let first = steps[0].step.before
    let reset = step.after.leaves.all.count { leaf in
      leaf.isData && !StateLeaf.areEqual(step.before.leaves[leaf.path], leaf)
        && StateLeaf.areEqual(first.leaves[leaf.path], leaf)
    }
    guard reset > 0 else { return nil }
    for leaf in step.after.leaves.all
    where leaf.content is any Collection && !(leaf.content is String) {
      let change = steps[..<index].last {
        !StateLeaf.areEqual($0.step.before.leaves[leaf.path], $0.step.after.leaves[leaf.path])
      }
      guard let old = first.leaves[leaf.path], !StateLeaf.areEqual(old, leaf),
        case .send = change?.step.input
      else { continue }
      return suspicion(
        .remains, [leaf.path],
        "\(leaf.path) is still \(excerpt(leaf)) after \(label), which resets other data", at: index,
        expecting: [condition(old)])
    }
    return nil
  }

  /// Returns the step of the action that last changed a leaf, at once or by its effects.
  private func origin(of leaf: StateLeaf, before index: Int) -> Int? {
    let change = steps[..<index].lastIndex {
      !StateLeaf.areEqual($0.step.before.leaves[leaf.path], $0.step.after.leaves[leaf.path])
    }
    guard let change else { return nil }
    // What an error shows belongs to no session.
    if case .answer(_, isFailure: true) = steps[change].step.input { return nil }
    return steps[...change].lastIndex { if case .send = $0.step.input { true } else { false } }
  }
}
