import Foundation
import MachoSessions
import MachoValues

// References to elements that are gone or have moved, and numbers beside their last value.

extension SuspicionProbe {
  /// A reference to an element that a step has removed.
  func dangling(at index: Int) -> Suspicion? {
    let step = steps[index].step
    for leaf in step.after.leaves.all {
      guard let content = leaf.content, leaf.isReference,
        StateLeaf.areEqual(step.before.leaves[leaf.path], leaf)
      else { continue }
      let identities =
        leaf.isPhaseOfElements
        ? leaf.elements.compactMap { $0 as? AnyHashable }
        : [(content as? any Identifiable).map { id(of: $0) } ?? content as? AnyHashable]
          .compactMap { $0 }
      for list in step.before.leaves.all where !list.isInside(leaf) && list.path != leaf.path {
        let gone = Set(ids(in: list)).intersection(identities)
        guard let rest = step.after.leaves[list.path], rest.content != nil,
          !gone.isSubset(of: ids(in: rest))
        else { continue }
        return suspicion(
          .dangling, [leaf.path, list.path],
          "\(leaf.path) is still \(excerpt(leaf)) after \(name(of: step.input)), although \(list.path) "
            + "has no such element", at: index, expecting: ["\(leaf.path) != \(text(leaf))"])
      }
    }
    return nil
  }

  private func ids(in list: StateLeaf) -> [AnyHashable] {
    list.elements.compactMap { ($0 as? any Identifiable).map { id(of: $0) } }
  }

  private func id<Value: Identifiable>(of value: Value) -> AnyHashable { AnyHashable(value.id) }

  // MARK: Wrong elements

  /// An element of a list, before and after a change.
  private struct ElementChange {
    let id: AnyHashable
    let before: Any
    let after: Any
  }

  /// A response that changes another element than that of its call, because elements are gone or have moved.
  func wrongRow(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard index > 0, case .send(let label, let text) = step.input else { return nil }
    for list in step.after.leaves.all {
      guard let old = step.before.leaves[list.path], !StateLeaf.areEqual(old, list),
        !ids(in: list).isEmpty, ids(in: list) != ids(in: old)
      else { continue }
      for call in step.before.calls where step.after.calls.contains(where: { $0.id == call.id }) {
        guard budget.allows("wrong row \(label) \(call.endpoint)", with: "\(text) \(call.text)"),
          let intended = try changes(of: list, by: call, after: index - 1), intended.count == 1,
          let changed = try changes(of: list, by: call, after: index),
          let wrong = changed.first(where: { $0.id != intended[0].id }),
          let part = firstChange(of: wrong)
        else { continue }
        let (element, other) = (path(of: wrong, in: list), path(of: intended[0], in: list))
        return suspicion(
          .wrongRow, [list.path, call.endpoint],
          "the answer of \(call.endpoint) changes \(element) if it arrives after \(label), "
            + "and \(other) if it arrives before", at: index,
          expecting: ["\(element).\(part.path) == \(self.text(part))"]
        ) { _ = $0.answer(call, .otherValue) }
      }
    }
    return nil
  }

  /// Returns the elements that a response changes after a step. `nil` if the run fails.
  private func changes(
    of list: StateLeaf, by call: OpenCall, after index: Int
  ) throws(Diagnostic) -> [ElementChange]? {
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    let before = identified(rehearsal.moment.leaves[list.path])
    guard rehearsal.answer(call, .otherValue), rehearsal.isSound else { return nil }
    let after = identified(rehearsal.moment.leaves[list.path])
    return before.compactMap { element -> ElementChange? in
      guard let next = after.first(where: { $0.id == element.id }),
        !areSame(element.value, next.value)
      else { return nil }
      return ElementChange(id: element.id, before: element.value, after: next.value)
    }
  }

  private func identified(_ list: StateLeaf?) -> [(id: AnyHashable, value: Any)] {
    (list?.elements ?? []).compactMap { element in
      (element as? any Identifiable).map { (id: id(of: $0), value: element) }
    }
  }

  /// Returns the part of an element that has changed, with its earlier value.
  private func firstChange(of change: ElementChange) -> StateLeaf? {
    let syntax = engine.target.feature.syntax
    let after = syntax.leaves(of: TypedValue(change.after))
    return syntax.leaves(of: TypedValue(change.before)).first { part in
      after.contains { $0.path == part.path && !StateLeaf.areEqual($0, part) }
    }
  }

  private func path(of change: ElementChange, in list: StateLeaf) -> String {
    "\(list.path)[id: \(engine.space.generator.syntax.print(change.id.base))]"
  }

  /// Returns the action of a step, or what else it is.
  func name(of input: StepInput) -> String {
    switch input {
    case .send(let label, _): label
    case .answer(let call, _): "an answer of \(call.endpoint)"
    case .advance: "the passing of time"
    }
  }

  // MARK: Boundaries

  /// The last value of a position, what it is a position in, and the condition that it is not beyond.
  private typealias End = (last: Double, whole: String, condition: String)

  /// The greatest number of positions that an experiment goes through.
  private static let positionLimit = 20.0

  /// An action that moves a position to the next element, and that stops one before the last or one after it.
  ///
  /// A position after the last one can mean the end: then the step to it also changes something else.
  func boundary(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, let text) = step.input, step.after.effects.isEmpty else {
      return nil
    }
    for leaf in step.after.leaves.all where NameHint.isPosition(leaf.path) {
      guard let start = leaf.number, let old = step.before.leaves[leaf.path]?.number,
        start == old + 1,
        let first = firstLeaf(leaf.path)?.number, first == 0 || first == 1
      else { continue }
      let found = ends(of: leaf, from: first, in: step.after)
      guard let limit = found.map(\.last).max(), limit - start <= Self.positionLimit,
        budget.allows("boundary \(label) \(leaf.path)")
      else { continue }
      var rehearsal = try repeated(upTo: index)
      defer { rehearsal.close() }
      var position = start
      var changesOnlyPosition = changesOnly(leaf, from: step.before, to: step.after)
      while position <= limit + 1 {
        let before = rehearsal.moment
        guard rehearsal.send(label, text),
          let next = rehearsal.moment.leaves[leaf.path]?.number
        else { return nil }
        guard next == position + 1 else { break }
        position = next
        changesOnlyPosition = changesOnly(leaf, from: before, to: rehearsal.moment)
      }
      guard !found.contains(where: { $0.last == position }),
        let end = found.first(where: { abs($0.last - position) == 1 })
      else { continue }
      let stopsEarly = position < end.last
      guard stopsEarly || changesOnlyPosition else { continue }
      let count = Int(position - start) + (stopsEarly ? 1 : 0)
      return suspicion(
        .boundary, [leaf.path, label],
        "\(label) stops at \(leaf.path) \(Int(position)), one \(stopsEarly ? "before" : "after") the last "
          + "of \(end.whole)", at: index,
        expecting: [stopsEarly ? "\(leaf.path) == \(Int(end.last))" : end.condition]
      ) { rehearsal in
        for _ in 0..<count { _ = rehearsal.send(label, text) }
      }
    }
    return nil
  }

  /// Whether a part is all that differs between two moments.
  private func changesOnly(
    _ leaf: StateLeaf, from before: Rehearsal.Moment, to after: Rehearsal.Moment
  ) -> Bool {
    after.leaves.all.allSatisfy {
      $0.path == leaf.path || leaf.isInside($0) || StateLeaf.areEqual(before.leaves[$0.path], $0)
    }
  }

  /// Returns the ends of what a position, which begins with `first`, can be in.
  private func ends(
    of position: StateLeaf, from first: Double, in moment: Rehearsal.Moment
  ) -> [End] {
    let path = position.path
    let isIndex = NameHint.isIndex(path)
    let lists = isIndex && first == 0 ? moment.leaves.all.filter { $0.elements.count > 1 } : []
    let related = lists.filter { NameHint.isRelated($0.path, to: path) }
    let chosen = related.isEmpty && lists.count == 1 ? lists : related
    let counts = moment.leaves.all.filter { NameHint.isCount($0.path, of: path) }
    return chosen.map { list -> End in
      (Double(list.elements.count - 1), list.path, "\(path) < \(list.path).count")
    }
      + counts.compactMap { leaf -> End? in
        guard let count = leaf.number, count > 1 else { return nil }
        return (first + count - 1, leaf.path, "\(path) \(first == 0 ? "<" : "<=") \(leaf.path)")
      }
  }
}

extension StateLeaf {
  /// Whether the value can refer to an element: an optional one, or an identity whose name says so.
  fileprivate var isReference: Bool {
    if isOptional {
      return flag == nil && !isAlert && !(content is any Collection) || content is String
    }
    return isPhaseOfElements ? NameHint.isSelection(path) : NameHint.isReference(path)
  }
}
