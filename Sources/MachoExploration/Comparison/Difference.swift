import MachoValues

/// The first thing in which two traces of the same lines differ.
package struct Difference: Codable, Hashable, Sendable {
  /// What differs, in the order in which the differences of equally long runs are listed.
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case state
    case call
    /// An action that an effect sends, or its position.
    case received
    /// A step that only one side can take.
    case choice
    /// An issue, an uncaught error or a property.
    case problem
    /// What is still in flight.
    case pending
    /// How the process ends: a crash or a hang.
    case end
  }

  package var kind: Kind
  /// The step: the label of an action, sent or received, `answer NAME`, or `advance`. Empty for the start.
  package var step: String
  /// The path in the state, without indices; of another kind what is named.
  package var path: String
  /// What each side shows.
  package var base: String
  package var head: String
  /// The index of the step. 0 is the start.
  package var index: Int

  /// Creates a difference.
  package init(
    kind: Kind, step: String, path: String, base: String, head: String, index: Int
  ) {
    (self.kind, self.step, self.path) = (kind, step, path)
    (self.base, self.head, self.index) = (base, head, index)
  }

  /// What differences of one cause have in common.
  package var cause: DifferenceCause {
    DifferenceCause(kind: kind, step: kind == .received ? nil : step, path: path)
  }

  /// One sentence.
  package var message: String {
    let place = step.isEmpty ? "at the start" : "after `\(step)`"
    switch kind {
    case .state:
      return "\(place), \(path.isEmpty ? "the state" : "`\(path)`") is \(head) instead of \(base)"
    case .end: return "\(place), the process \(head) instead of: \(base)"
    case .choice: return "\(place): \(head) instead of: \(base)"
    case .received: return "an effect sends \(head) instead of \(base)"
    case .call: return "\(place), the call is \(head) instead of \(base)"
    case .problem: return "\(place), the problem is \(head) instead of \(base)"
    case .pending: return "\(place), in flight is \(head) instead of \(base)"
    }
  }
}

/// Finds the first difference of two traces.
package struct TraceComparison {
  private let base: RunTrace
  private let head: RunTrace
  private var states: (base: String, head: String) = ("", "")

  private init(_ base: RunTrace, _ head: RunTrace) {
    self.base = base
    self.head = head
  }

  /// Returns the first difference, or `nil` if there is none. What follows a wait for external work is not
  /// compared.
  package static func difference(base: RunTrace, head: RunTrace) -> Difference? {
    var comparison = TraceComparison(base, head)
    return comparison.first()
  }

  private mutating func first() -> Difference? {
    let count = min(base.records.count, head.records.count)
    for index in 0..<count {
      let (old, new) = (base.records[index], head.records[index])
      if base.end != nil || head.end != nil,
        index == base.records.count - 1 || index == head.records.count - 1
      {
        let ends = [base, head].map { index == $0.records.count - 1 ? $0.end : nil }
        if ends[0] != nil || ends[1] != nil {
          guard ends[0] != ends[1] else { return nil }
          return make(
            .end, "", ends[0] ?? "continues", ends[1] ?? "continues", ends[0] == nil ? old : new,
            index)
        }
      }
      if let found = compare(old, new, index) { return found }
    }
    return nil
  }

  private func make(
    _ kind: Difference.Kind, _ path: String, _ base: String, _ head: String, _ record: StepRecord,
    _ index: Int
  ) -> Difference {
    Difference(
      kind: kind, step: record.label, path: path, base: Self.short(base), head: Self.short(head),
      index: index)
  }

  /// Returns a text of at most one line.
  private static func short(_ text: String) -> String {
    text.count <= 200 ? text : text.prefix(199) + "\u{2026}"
  }

  private mutating func compare(
    _ old: StepRecord, _ new: StepRecord, _ index: Int
  ) -> Difference? {
    if (old.refusal == nil) != (new.refusal == nil) {
      return make(
        .choice, "", old.refusal ?? "it is taken", new.refusal ?? "it is taken", new, index)
    }
    // The reduced action comes before its effects, whose calls come before what they send.
    let first = (old.transitions.first, new.transitions.first)
    let isSent = first.0?.received == nil && first.1?.received == nil
    if isSent, let found = compareStates(first.0?.state, first.1?.state, new, index) {
      return found
    }
    if let found = compareLists(.call, old.calls, new.calls, new, index) { return found }
    let rest = (
      old.transitions.drop { $0.received == nil }, new.transitions.drop { $0.received == nil }
    )
    for (left, right) in zip(rest.0, rest.1) {
      if left.received != right.received {
        if left.isModification || right.isModification,
          let found = compareStates(final(old, states.base), final(new, states.head), new, index)
        {
          return found
        }
        return make(
          .received, right.received?.name ?? "", left.received?.text ?? "",
          right.received?.text ?? "", new, index)
      }
      var record = new
      record.label = right.received?.name ?? ""
      if let found = compareStates(left.state, right.state, record, index) { return found }
    }
    if rest.0.count != rest.1.count {
      let count = min(rest.0.count, rest.1.count)
      let more = (rest.0.dropFirst(count).first, rest.1.dropFirst(count).first)
      // A change without an action has no name: the state shows it.
      if more.0?.isModification ?? more.1?.isModification ?? false,
        let found = compareStates(final(old, states.base), final(new, states.head), new, index)
      {
        return found
      }
      let (left, right) = (more.0?.received, more.1?.received)
      return make(
        .received, (right ?? left)?.name ?? "", left?.text ?? "nothing", right?.text ?? "nothing",
        new, index)
    }
    if let found = compareStates(old.endState, new.endState, new, index) { return found }
    if old.problem != new.problem {
      return make(.problem, "", old.problem ?? "none", new.problem ?? "none", new, index)
    }
    return compareLists(.pending, old.pending, new.pending, new, index)
  }

  /// The state at the end of a step.
  private func final(_ record: StepRecord, _ current: String) -> String {
    record.endState ?? record.transitions.last { $0.state != nil }?.state ?? current
  }

  private mutating func compareStates(
    _ left: String?, _ right: String?, _ record: StepRecord, _ index: Int
  ) -> Difference? {
    let changed = left != nil || right != nil
    states = (left ?? states.base, right ?? states.head)
    guard changed, states.base != states.head,
      let old = try? JSONValue(parsing: states.base),
      let new = try? JSONValue(parsing: states.head),
      let found = JSONPathDifference.all(old, new).first
    else { return nil }
    return make(.state, found.normalizedPath, found.base.text, found.head.text, record, index)
  }

  private func compareLists(
    _ kind: Difference.Kind, _ old: [StepRecord.Item], _ new: [StepRecord.Item],
    _ record: StepRecord,
    _ index: Int
  ) -> Difference? {
    guard old != new else { return nil }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let left = old.dropFirst(common).first
    let right = new.dropFirst(common).first
    return make(
      kind, (right ?? left)?.name ?? "", left?.text ?? "nothing", right?.text ?? "nothing", record,
      index)
  }
}

/// A part in which two JSON values differ.
package struct JSONPathDifference {
  /// The path as `expect` writes it.
  package let path: String
  /// The path without indices: `rows[].name`.
  package let normalizedPath: String
  package let base: JSONValue
  package let head: JSONValue

  /// Returns all parts that differ.
  package static func all(_ base: JSONValue, _ head: JSONValue) -> [JSONPathDifference] {
    var found: [JSONPathDifference] = []
    collect(base, head, "", "", &found)
    return found
  }

  private static func collect(
    _ base: JSONValue, _ head: JSONValue, _ path: String, _ normalizedPath: String,
    _ found: inout [JSONPathDifference]
  ) {
    guard base != head else { return }
    switch (base, head) {
    case (.object(let left), .object(let right)) where left.map(\.key) == right.map(\.key):
      for (old, new) in zip(left, right) {
        let separator = path.isEmpty ? "" : "."
        collect(
          old.value, new.value, path + separator + old.key, normalizedPath + separator + old.key,
          &found)
      }
    case (.array(let left), .array(let right)) where left.count == right.count:
      for (index, pair) in zip(left, right).enumerated() {
        collect(pair.0, pair.1, "\(path)[\(index)]", "\(normalizedPath)[]", &found)
      }
    default:
      found.append(
        JSONPathDifference(path: path, normalizedPath: normalizedPath, base: base, head: head))
    }
  }
}
