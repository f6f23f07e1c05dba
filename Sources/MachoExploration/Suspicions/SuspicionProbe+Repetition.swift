import MachoSessions
import MachoValues

// An action that is sent again after its calls have ended.

extension SuspicionProbe {
  func repetition(of index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, let text) = step.input,
      let call = step.after.calls(since: step.before).first,
      let endpoint = engine.endpoint(call.endpoint), !endpoint.isStream,
      budget.allows("repetition \(label)")
    else { return nil }
    if endpoint.canThrow, let found = try stale(index, label, text, call) { return found }
    return try doubled(index, label, text, call)
  }

  /// What an error has set and what a later success of the same action leaves.
  private func stale(
    _ index: Int, _ label: String, _ text: String, _ call: OpenCall
  ) throws(Diagnostic) -> Suspicion? {
    let before = steps[index].step.before
    var value = try repeated(upTo: index)
    defer { value.close() }
    var both = try repeated(upTo: index)
    defer { both.close() }
    guard value.rest(.value), both.rest(.error) else { return nil }
    let failed = both.moment
    // A user cannot repeat the action behind a dialog.
    guard !failed.leaves.all.contains(where: { isPresented($0) && $0.content != nil }),
      both.send(label, text), both.moment.calls.contains(where: { $0.endpoint == call.endpoint }),
      both.rest(.value)
    else { return nil }
    for leaf in failed.leaves.all where leaf.isNotice {
      let old = before.leaves[leaf.path]
      guard let old, !StateLeaf.areEqual(old, leaf),
        StateLeaf.areEqual(value.moment.leaves[leaf.path], old),
        StateLeaf.areEqual(both.moment.leaves[leaf.path], leaf)
      else { continue }
      return suspicion(
        .stale, [leaf.path, call.endpoint],
        "\(leaf.path) is still \(excerpt(leaf)), as an error of \(call.endpoint) has set it, after "
          + "\(label) was sent again and has succeeded", at: index, expecting: [condition(old)]
      ) {
        _ = $0.rest(.error)
        _ = $0.send(label, text)
        _ = $0.rest(.value)
      }
    }
    return nil
  }

  /// A collection to which an equal request adds the same elements again.
  private func doubled(
    _ index: Int, _ label: String, _ text: String, _ call: OpenCall
  ) throws(Diagnostic) -> Suspicion? {
    guard let content = engine.content(call.endpoint, .otherValue), fetchesElements(content) else {
      return nil
    }
    let before = steps[index].step.before
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    guard rehearsal.rest(.otherValue) else { return nil }
    let once = rehearsal.moment
    guard rehearsal.send(label, text),
      rehearsal.moment.calls.contains(where: {
        $0.endpoint == call.endpoint && $0.text == call.text
      }), rehearsal.rest(.otherValue)
    else { return nil }
    for leaf in once.leaves.all {
      let elements = leaf.elements
      let (old, new) = (
        before.leaves[leaf.path]?.elements ?? [],
        rehearsal.moment.leaves[leaf.path]?.elements ?? []
      )
      let added = elements.count - old.count
      guard added > 0, new.count - elements.count == added,
        zip(elements.suffix(added), new.suffix(added)).allSatisfy({ areSame($0, $1) })
          || zip(elements.prefix(added), new.prefix(added)).allSatisfy({ areSame($0, $1) })
      else { continue }
      return suspicion(
        .doubled, [leaf.path, call.endpoint],
        "\(leaf.path) contains what \(call.endpoint)\(call.text) returns twice after \(label) was "
          + "sent again", at: index, expecting: ["\(leaf.path).count == \(elements.count)"]
      ) {
        _ = $0.rest(.otherValue)
        _ = $0.send(label, text)
        _ = $0.rest(.otherValue)
      }
    }
    return nil
  }

  /// Whether a response contains a collection, as that of a request for data does.
  private func fetchesElements(_ content: StubStreamElement.Content) -> Bool {
    guard case .value(let value) = content, !(value is String) else { return false }
    if value is any Collection { return true }
    return engine.target.feature.syntax.leaves(of: TypedValue(value))
      .contains { !$0.elements.isEmpty }
  }

  /// A flag that one of two calls resets, although the other one is pending.
  func early(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    let calls = step.after.calls(since: step.before)
    guard case .send(let label, _) = step.input, calls.count == 2,
      calls[0].endpoint != calls[1].endpoint, budget.allows("early \(label)")
    else { return nil }
    let flags = step.after.leaves.all.filter {
      $0.flag == true && step.before.leaves[$0.path]?.flag == false
    }
    guard !flags.isEmpty else { return nil }
    var moments: [Rehearsal.Moment] = []
    for call in calls {
      var rehearsal = try repeated(upTo: index)
      defer { rehearsal.close() }
      guard rehearsal.answer(call, .value), rehearsal.isSound, rehearsal.moment.calls.count == 1
      else { return nil }
      moments.append(rehearsal.moment)
    }
    // A flag of one of the calls is reset by that call only.
    for leaf in flags where moments.allSatisfy({ $0.leaves[leaf.path]?.flag == false }) {
      return suspicion(
        .early, [leaf.path, label],
        "\(leaf.path) is false although \(calls[1].endpoint), which \(label) has called, is pending",
        at: index, expecting: [condition(leaf)]
      ) { _ = $0.answer(calls[0], .value) }
    }
    return nil
  }
}

extension StateLeaf {
  /// Whether the value can show an error: a flag, a text or an optional value.
  fileprivate var isNotice: Bool {
    flag != nil || content is String || isOptional && !(content is any Collection)
  }

  /// The elements, if the value is a collection and not a text.
  var elements: [Any] {
    guard let content, !(content is String), let elements = content as? any Collection else {
      return []
    }
    return elements.map { $0 as Any }
  }
}
