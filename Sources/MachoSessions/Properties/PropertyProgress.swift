/// How far a property was ever checked. A property that was never evaluated cannot fail.
package enum PropertyProgress: String, Codable, Comparable, Sendable {
  /// Its action, its first condition or rest never occurred.
  case unreached
  /// The first condition of `leads to` held, but the store was not at rest afterwards.
  case begun
  /// A path had no value, or its value cannot be compared.
  case unknown
  /// It held only because the left side of `implies` did not.
  case premiseFailed
  /// It held or failed by its values.
  case evaluated

  private var rank: Int {
    switch self {
    case .unreached: 0
    case .begun: 1
    case .unknown: 2
    case .premiseFailed: 3
    case .evaluated: 4
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

/// How far one property was checked, for a report.
package struct PropertyCheck: Hashable, Codable, Sendable {
  /// The property as text.
  package let property: String
  /// How far it was checked.
  package private(set) var progress: PropertyProgress
  /// Why it was never evaluated, as a clause. `nil` if it was.
  package private(set) var reason: String?

  /// Creates the result of a check.
  package init(_ property: Property, _ progress: PropertyProgress) {
    self.property = property.text
    self.progress = progress
    reason = property.reasonNotEvaluated(progress)
  }

  /// One sentence that says that it was never evaluated. `nil` if it was.
  package var sentence: String? {
    reason.map { "property '\(property)' was never evaluated (\($0))" }
  }

  /// Keeps the one that was checked farther.
  fileprivate mutating func merge(_ other: Self) {
    if other.progress > progress { self = other }
  }
}

extension [PropertyCheck] {
  /// Adds the checks of other runs.
  package mutating func merge(_ others: Self) {
    for other in others {
      if let index = firstIndex(where: { $0.property == other.property }) {
        self[index].merge(other)
      } else {
        append(other)
      }
    }
  }

  /// Whether there are properties, and none of them was evaluated.
  package var isVacuous: Bool { !isEmpty && allSatisfy { $0.reason != nil } }
}

extension Property {
  /// Returns why the property was never evaluated, as a clause. `nil` if it was, or if it is never
  /// checked.
  func reasonNotEvaluated(_ progress: PropertyProgress) -> String? {
    switch (kind, progress) {
    case (.intended, _), (_, .evaluated): nil
    case (.after(let action, _, _), .unreached): "\(action) was not sent"
    case (.leadsTo(let first, _), .unreached), (.onceAlways(let first, _), .unreached):
      "\(first.text) never held"
    case (.leadsTo(let first, _), .begun):
      "the store was never at rest after \(first.text) held"
    case (.atRest, .unreached): "the store was never at rest"
    case (_, .premiseFailed): "\(StateCondition.and(premises).text) never held"
    case (_, .unreached), (_, .begun), (_, .unknown):
      "a path in \(conditions.last?.text ?? text) never had a value"
    }
  }

  /// The left sides of `implies` in the condition that is checked.
  private var premises: [StateCondition] { conditions.last?.premises ?? [] }
}

extension StateCondition {
  /// The left sides of `implies`, outermost first.
  fileprivate var premises: [StateCondition] {
    guard case .implies(let left, let right) = self else { return [] }
    return [left] + right.premises
  }

  /// Whether the condition, which holds, does so because the left side of an `implies` does not.
  func holdsWithoutPremise(in scene: ConditionScene) -> Bool {
    guard case .implies(let left, let right) = self else { return false }
    return !left.truth(in: scene).isTrue || right.holdsWithoutPremise(in: scene)
  }
}
