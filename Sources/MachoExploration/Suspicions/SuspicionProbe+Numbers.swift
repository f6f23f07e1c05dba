import Foundation
import MachoSessions
import MachoValues

// Numbers below zero.

extension SuspicionProbe {
  /// The number of deadlines after which a number that a timer lowers is still expected to stop.
  private static let countdownLimit = 150

  /// A number that a timer lowers below zero, or a quantity that an action does.
  func negative(at index: Int) throws(Diagnostic) -> Suspicion? {
    let step = steps[index].step
    guard case .send(let label, _) = step.input else { return nil }
    if !entersNegativeNumber(step), let found = negativeQuantity(step, label, at: index) {
      return found
    }
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
          "the timer of \(label) lowers \(path) below zero", at: index, expecting: ["\(path) >= 0"]
        ) { rehearsal in
          var elapsed = Duration.zero
          for _ in 0..<count { elapsed += rehearsal.advance() ?? .zero }
          rehearsal.describe(&elapsed)
        }
      }
    }
    return nil
  }

  /// Whether the action of a step carries a negative number, which the user then enters.
  private func entersNegativeNumber(_ step: Rehearsal.Step) -> Bool {
    guard let action = sentAction(of: step) else { return false }
    let syntax = engine.target.feature.syntax
    return carriedValues(of: action).contains { value in
      let leaves = syntax.leaves(of: TypedValue(value))
      let parts: [Any] = [value] + leaves.compactMap(\.content) + leaves.flatMap(\.elements)
      return parts.contains { part in
        (StateLeaf.number(part) ?? (part as? String).flatMap { Double($0) } ?? 0) < 0
      }
    }
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
  var number: Double? { Self.number(content) }

  /// Returns a value as a number. `nil` if it is none.
  fileprivate static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as any BinaryInteger: Double(value)
    case let value as Double: value
    case let value as Decimal: NSDecimalNumber(decimal: value).doubleValue
    default: nil
    }
  }
}
