import MachoValues

extension Command {
  static let receive: Command = .init(
    "receive", usage: ["CASE", "ACTION", "_", "unordered ACTION, ACTION, ..."],
    summary: "assert the next received action",
    details: """
      Takes the oldest action that effects have sent back and nobody has named: by its case, by a
      dotted prefix, by the whole value, or any by '_'. Where received actions are taken as they
      come, as at a prompt, it asserts the oldest one printed and prints nothing new. 'unordered'
      takes as many as it names, in whatever order they came, and shows what they changed together.

        receive factResponse
        receive factResponse.success("3 is prime")
        receive unordered factResponse.success, factResponse.failure
      """,
    argument: .action
  ) { session, arguments throws(Diagnostic) in
    guard !arguments.isEmpty else { throw receive.usageError("an action is missing") }
    var arguments = arguments
    let isUnordered = arguments.consume("unordered")
    let parts = isUnordered ? arguments.split(at: ",") : [arguments]
    if let gap = parts.first(where: \.isEmpty) {
      throw receive.usageError("an action is missing", at: gap.range)
    }
    let open = try session.opened()
    let patterns = try parts.map { part throws(Diagnostic) in try open.pattern(part) }
    session.isFinished = false
    try session.requireNoExternalWork(open)
    let isTaken = session.receiveMode == .immediate
    let candidates = isTaken ? open.unassertedActions : open.queue.map(\.action)
    let found =
      try isUnordered
      ? session.indicesInAnyOrder(of: patterns, in: candidates, parts)
      : [session.indexOfAction(of: patterns[0], in: candidates, arguments)]
    if isTaken {
      for index in found {
        session.events.append(.asserted(action: open.syntax.print(candidates[index])))
      }
      open.unassertedActions.removeSubrange(...(found.max() ?? 0))
    } else {
      session.applyReceived(found, of: open)
    }
  }
}

extension OpenStore {
  fileprivate func pattern(_ text: Arguments) throws(Diagnostic) -> ActionPattern {
    do throws(ValueError) {
      return try syntax.readPattern(text.text, of: feature)
    } catch { throw Diagnostic(error, offset: text.offset) }
  }
}

extension Session {
  /// The action that a `receive` takes: the oldest, or the oldest that fits where nothing is
  /// exhaustive.
  fileprivate func indexOfAction(
    of pattern: ActionPattern, in actions: [Any], _ text: Arguments
  ) throws(Diagnostic) -> Int {
    let candidates = isExhaustive ? actions.prefix(1) : actions[...]
    guard let index = candidates.firstIndex(where: pattern.matches) else {
      throw notReceivedError(text, next: actions.first)
    }
    return index
  }

  /// The actions that several patterns take, one each: the oldest ones, or where nothing is
  /// exhaustive any.
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
      // Where a script of these lines is run, none of them is left.
      throw notReceivedError(
        parts[receiveMode == .immediate ? 0 : index], next: left.map { candidates[$0] })
    }
    return matching.assignedIndices.sorted()
  }

  /// Takes steps of the queue as part of the script's state; what stands before the last is
  /// skipped.
  fileprivate func applyReceived(_ indices: [Int], of open: OpenStore) {
    let before = open.scriptState
    let steps = open.queue
    for index in 0...(indices.max() ?? 0) {
      guard indices.contains(index) else {
        skip(steps[index], of: open)
        continue
      }
      let diff = apply(steps[index], as: open.receiveLine(steps[index].action), of: open)
      if indices.count == 1 { events.append(.changed(diff: diff)) }
    }
    open.queue.removeSubrange(...(indices.max() ?? 0))
    if indices.count > 1 {
      events.append(.changed(diff: open.store.diff(before, open.scriptState)))
    }
  }

  private func notReceivedError(_ arguments: Arguments, next: Any?) -> Diagnostic {
    // What was taken as it came is named already where a script of these lines is run.
    let next = receiveMode == .immediate ? nil : next
    return Diagnostic(
      "not-received", "no received action is '\(arguments.text)'", at: arguments.range,
      notes: next.map { ["the next one is:  \(open?.syntax.print($0) ?? "")"] } ?? [])
  }
}

/// Gives each of some patterns a step of its own, where several may fit several: by augmenting
/// paths.
private struct UnorderedMatching {
  /// For each pattern, the steps that fit it.
  let candidatesByPattern: [[Int]]
  /// The pattern that has each step.
  private var owner: [Int: Int] = [:]

  init(fitting: [[Int]]) { self.candidatesByPattern = fitting }

  var assignedIndices: [Int] { Array(owner.keys) }

  func isAssigned(_ step: Int) -> Bool { owner[step] != nil }

  /// Finds a step for a pattern, moving those that have one already if that helps.
  mutating func assign(_ pattern: Int) -> Bool {
    var tried: Set<Int> = []
    return assign(pattern, &tried)
  }

  private mutating func assign(_ pattern: Int, _ tried: inout Set<Int>) -> Bool {
    for step in candidatesByPattern[pattern] where tried.insert(step).inserted {
      if let other = owner[step], !assign(other, &tried) { continue }
      owner[step] = pattern
      return true
    }
    return false
  }
}
