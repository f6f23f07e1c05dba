import Foundation
import MachoSessions
import MachoValues

// References to elements that are gone, and numbers below zero.

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

  /// Returns the action of a step, or what else it is.
  func name(of input: StepInput) -> String {
    switch input {
    case .send(let label, _): label
    case .answer(let call, _): "an answer of \(call.endpoint)"
    case .advance: "the time has passed"
    }
  }

  // MARK: Numbers

  /// The number of deadlines after which a number that a timer lowers is still expected to stop.
  private static let countdownLimit = 150

  /// A number that a timer lowers below zero, or a quantity that an action does.
  func negative(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, let text) = step.input else { return nil }
    if !text.contains("-"), let found = negativeQuantity(step, label, at: index) { return found }
    guard step.after.calls.isEmpty, !step.after.effects(since: step.before).isEmpty,
      budget.allows("negative \(label)")
    else { return nil }
    var rehearsal = try repeated(upTo: index)
    defer { rehearsal.close() }
    let start = numbers(rehearsal.moment)
    for count in 1...Self.countdownLimit {
      guard rehearsal.advance() != nil, rehearsal.moment.calls.isEmpty else { return nil }
      let present = numbers(rehearsal.moment)
      let lowered = start.filter { path, value in present[path].map { $0 < value } ?? false }
      guard !lowered.isEmpty || count < 3 else { return nil }
      for (path, value) in lowered.sorted(by: { $0.key < $1.key })
      where value >= 0 && (present[path] ?? 0) < 0 {
        return suspicion(
          .negative, [path],
          "the effect of \(label) lowers \(path) below zero", at: index, expecting: ["\(path) >= 0"]
        ) { rehearsal in
          var elapsed = Duration.zero
          for _ in 0..<count { elapsed += rehearsal.advance() ?? .zero }
          rehearsal.describe(&elapsed)
        }
      }
    }
    return nil
  }

  private func negativeQuantity(
    _ step: Rehearsal.Step, _ label: String, at index: Int
  ) -> Suspicion? {
    let before = numbers(step.before)
    for (path, value) in numbers(step.after).sorted(by: { $0.key < $1.key })
    where value < 0 && (before[path] ?? -1) >= 0 && NameHint.isQuantity(path) {
      return suspicion(
        .negative, [path], "\(label) lowers \(path) below zero", at: index,
        expecting: ["\(path) >= 0"])
    }
    return nil
  }

  /// Returns the numbers of a state, by their paths, also those of elements of arrays.
  private func numbers(_ moment: Rehearsal.Moment) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for leaf in moment.leaves.all {
      if let number = leaf.number { numbers[leaf.path] = number }
      for (position, element) in leaf.elements.prefix(10).enumerated() {
        for part in engine.target.feature.syntax.leaves(of: TypedValue(element)) {
          if let number = part.number { numbers["\(leaf.path)[\(position)].\(part.path)"] = number }
        }
      }
    }
    return numbers
  }
}

extension StateLeaf {
  /// The value, if it is a number.
  var number: Double? {
    switch content {
    case let value as any BinaryInteger: Double(value)
    case let value as Double: value
    case let value as Decimal: NSDecimalNumber(decimal: value).doubleValue
    default: nil
    }
  }

  /// Whether the value can refer to an element: an optional one, or an identity whose name says so.
  fileprivate var isReference: Bool {
    if isOptional {
      return flag == nil && !isAlert && !(content is any Collection) || content is String
    }
    return isPhaseOfElements ? NameHint.isSelection(path) : NameHint.isReference(path)
  }
}
