import MachoValues

extension Command {
  package static let receive: Command = .init(
    "receive", usage: ["CASE", "ACTION", "_", "unordered ACTION, ACTION, ..."],
    summary: "assert the next received action",
    details: """
      Asserts and applies the oldest received action: by its case, by a dotted prefix, by the whole
      value, or any action by '_'. At a prompt, received actions are applied immediately; 'receive'
      then asserts the oldest printed one without output. 'unordered' asserts several actions in any
      order and shows their combined changes. 'changed' is a change of the state without an action,
      for example of a shared value by an effect.

        receive factResponse
        receive changed(by: #1)
        receive factResponse.success("3 is prime")
        receive unordered factResponse.success, factResponse.failure
      """,
    argument: .receivedAction, helpGroup: .act, traits: .asserts, transcript: .line
  ) { context, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw receive.usageError("an action is missing") }
    var arguments = arguments
    let isUnordered = arguments.consume("unordered")
    let parts = isUnordered ? arguments.split(at: ",") : [arguments]
    if let gap = parts.first(where: \.isEmpty) {
      throw receive.usageError("an action is missing", at: gap.range)
    }
    let open = try context.opened()
    let patterns = try parts.map { part throws(Diagnostic) in try open.pattern(part) }
    context.setFinished(false)
    try open.requireNoExternalWork()
    let isImmediate = context.receiveMode == .immediate
    let candidates = isImmediate ? open.unassertedActions : open.queue.map(\.action)
    let found =
      try isUnordered
      ? context.indicesInAnyOrder(of: patterns, in: candidates, parts)
      : [context.indexOfAction(of: patterns[0], in: candidates, arguments)]
    if isImmediate {
      for index in found {
        context.report(.asserted(action: open.syntax.print(candidates[index])))
      }
      open.unassertedActions.removeSubrange(...(found.max() ?? 0))
    } else {
      context.applyReceived(found, of: open)
    }
  }
}

extension CommandContext {
  /// Returns the index of the action that a `receive` asserts: the oldest action, or with
  /// 'exhaustive off' the oldest that matches.
  fileprivate func indexOfAction(
    of pattern: ActionPattern, in actions: [Any], _ text: Arguments
  ) throws(Diagnostic) -> Int {
    let candidates = isExhaustive ? actions.prefix(1) : actions[...]
    guard let index = candidates.firstIndex(where: pattern.matches) else {
      throw notReceivedError(text, next: actions.first)
    }
    return index
  }

  /// Assigns one action to each pattern: the oldest actions, or any with 'exhaustive off'.
  fileprivate func indicesInAnyOrder(
    of patterns: [ActionPattern], in actions: [Any], _ parts: [Arguments]
  ) throws(Diagnostic) -> [Int] {
    let candidates = isExhaustive ? Array(actions.prefix(patterns.count)) : actions
    var matching = UnorderedMatching(
      fitting: patterns.map { pattern in
        candidates.indices.filter { pattern.matches(candidates[$0]) }
      })
    for index in patterns.indices where !matching.assign(index) {
      let left = candidates.indices.first { !matching.isAssigned($0) }
      // A script with the same lines would have no action left here.
      throw notReceivedError(
        parts[receiveMode == .immediate ? 0 : index], next: left.map { candidates[$0] })
    }
    return matching.assignedIndices.sorted()
  }

  /// Applies transitions of the queue. Skips the others before the last of them.
  fileprivate func applyReceived(_ indices: [Int], of open: OpenStore) {
    let before = open.recordedState
    let transitions = open.queue
    for index in 0...(indices.max() ?? 0) {
      guard indices.contains(index) else {
        report(open.skip(transitions[index]))
        continue
      }
      let change = open.apply(
        transitions[index], as: open.receiveLine(transitions[index].action))
      if indices.count == 1 { report(.changed(change)) }
    }
    open.queue.removeSubrange(...(indices.max() ?? 0))
    if indices.count > 1 {
      report(.changed(open.store.change(from: before, to: open.recordedState)))
    }
  }

  private func notReceivedError(_ arguments: Arguments, next: Any?) -> Diagnostic {
    // In a script with the same lines, these actions were already asserted.
    let next = receiveMode == .immediate ? nil : next
    return Diagnostic(
      "not-received", "no received action is '\(arguments.text)'", at: arguments.range,
      notes: next.map { notes(forNext: $0, insteadOf: arguments.text) } ?? [])
  }

  /// Returns the next received action, or what differs in it if only its payload does.
  private func notes(forNext next: Any, insteadOf expected: Substring) -> [String] {
    let text = syntax.print(next)
    if text.utf8.count > 60, let open = stores.current,
      let expected = try? open.syntax.readAction(expected, of: open.feature),
      caseLabel(of: expected) == caseLabel(of: next),
      let change = open.store.change(from: expected, to: next)
    {
      return ["the next one differs (- expected, + received):"] + change.lineTexts
    }
    return ["the next one is:  \(text)"]
  }
}

/// A matching of patterns to actions, one action each, found with augmenting paths.
private struct UnorderedMatching {
  /// For each pattern, the indices of the matching actions.
  let candidatesByPattern: [[Int]]
  /// The pattern that each action is assigned to.
  private var owner: [Int: Int] = [:]

  init(fitting: [[Int]]) { self.candidatesByPattern = fitting }

  var assignedIndices: [Int] { Array(owner.keys) }

  func isAssigned(_ action: Int) -> Bool { owner[action] != nil }

  /// Assigns an action to a pattern. Reassigns other patterns if necessary.
  mutating func assign(_ pattern: Int) -> Bool {
    var tried: Set<Int> = []
    return assign(pattern, &tried)
  }

  private mutating func assign(_ pattern: Int, _ tried: inout Set<Int>) -> Bool {
    for action in candidatesByPattern[pattern] where tried.insert(action).inserted {
      if let other = owner[action], !assign(other, &tried) { continue }
      owner[action] = pattern
      return true
    }
    return false
  }
}
