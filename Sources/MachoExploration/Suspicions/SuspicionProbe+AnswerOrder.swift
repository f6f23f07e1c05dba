import MachoSessions
import MachoValues

// Two calls that are answered in both orders.

extension SuspicionProbe {
  /// A state at rest that depends on the order in which two calls are answered.
  func answerOrder(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, let text) = step.input else { return nil }
    let started = step.after.calls(since: step.before)
    for newer in started {
      // Equal calls are another suspicion, and cost no experiment.
      for older in step.after.calls
      where older.id < newer.id && (older.endpoint != newer.endpoint || older.text != newer.text) {
        guard
          budget.allows(
            "order \(label) \(older.endpoint) \(newer.endpoint)",
            with: "\(text) \(older.text) \(newer.text)"),
          let found = try answerOrder(index, older, newer)
        else { continue }
        return found
      }
    }
    return nil
  }

  private func answerOrder(
    _ index: Int, _ older: OpenCall, _ newer: OpenCall
  ) throws(Diagnostic) -> Suspicion? {
    guard let endpoint = engine.endpoint(older.endpoint),
      let newerEndpoint = engine.endpoint(newer.endpoint), !endpoint.isStream,
      !newerEndpoint.isStream
    else { return nil }
    let values = engine.contents(of: endpoint)
    let newerValues = engine.contents(of: newerEndpoint)
    let isSameEndpoint = endpoint.name == newerEndpoint.name
    // Values of one type would be equal.
    let isSameType = endpoint.valueType == newerEndpoint.valueType
    let hasValue = newerEndpoint.valueType != Void.self
    guard let first = values.last,
      let second = newerValues.dropLast(isSameType && hasValue ? 1 : 0).last
    else { return nil }
    // Answered first: the answer to a third call would hide what the two do.
    let others = steps[index].step.after.calls.filter { $0.id != older.id && $0.id != newer.id }
    func answerOthers(_ rehearsal: inout Rehearsal) {
      for call in others where engine.endpoint(call.endpoint)?.isStream == false {
        _ = rehearsal.answer(call, .value)
      }
    }
    func answered(
      _ answers: [(OpenCall, StubStreamElement.Content)], rests: Bool
    ) throws(Diagnostic) -> Rehearsal.Moment? {
      var rehearsal = try repeated(upTo: index)
      defer { rehearsal.close() }
      answerOthers(&rehearsal)
      for (call, content) in answers {
        guard rehearsal.answer(call, with: content) else { return nil }
      }
      if rests { _ = rehearsal.rest(.value) }
      return rehearsal.isSound ? rehearsal.moment : nil
    }
    let (one, two) = ((older, first), (newer, second))
    guard let inOrder = try answered([one, two], rests: true),
      let reversed = try answered([two, one], rests: true),
      let alone = try answered([two], rests: false)
    else { return nil }
    for leaf in inOrder.leaves.all {
      guard let other = reversed.leaves[leaf.path], !StateLeaf.areEqual(leaf, other),
        !isReordered(leaf, other)
      else { continue }
      let isLate = isSameEndpoint && StateLeaf.areEqual(alone.leaves[leaf.path], leaf)
      let message =
        isLate
        ? "\(leaf.path) shows the answer to the older call of \(older.endpoint) if that arrives after "
          + "the answer to the newer one"
        : "\(leaf.path) is \(excerpt(other)) if \(newer.endpoint) is answered before "
          + "\(older.endpoint), and \(excerpt(leaf)) otherwise"
      return suspicion(
        isLate ? .late : .answerOrder,
        [leaf.path, older.endpoint, newer.endpoint], message,
        at: index, expecting: [condition(leaf)]
      ) {
        answerOthers(&$0)
        _ = $0.answer(newer, with: second)
        _ = $0.answer(older, with: first)
        _ = $0.rest(.value)
      }
    }
    return nil
  }

  /// Whether two collections differ only in their order, as those to which responses are appended.
  func isReordered(_ left: StateLeaf, _ right: StateLeaf) -> Bool {
    let syntax = engine.space.generator.syntax
    func elements(_ leaf: StateLeaf) -> [String]? {
      if let text = leaf.content as? String { return text.map(String.init).sorted() }
      return (leaf.content as? any Collection)?.map { syntax.print($0) }.sorted()
    }
    guard let left = elements(left), let right = elements(right) else { return false }
    return left == right
  }
}
