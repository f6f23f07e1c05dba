import MachoSessions
import MachoValues

/// A property in which two states of a feature differ.
struct StateDifference {
  /// The path: the name of a property, or `self`.
  let path: String
  /// The values as text.
  let expected: String
  let actual: String

  /// Finds the first property that differs. Returns `nil` if the states are equal.
  init?(_ expected: Any, _ actual: Any, of feature: any DrivenFeature) {
    guard !areSame(expected, actual, comparingContents: true) else { return nil }
    let syntax = feature.syntax
    for property in syntax.properties(of: feature.stateType) {
      guard let path = try? ValuePath(reading: property.name[...]),
        let left = try? path.evaluate(
          in: TypedValue(expected, as: feature.stateType), syntax: syntax),
        let right = try? path.evaluate(
          in: TypedValue(actual, as: feature.stateType), syntax: syntax),
        !areSame(left.value, right.value, comparingContents: true)
      else { continue }
      self.path = property.name
      self.expected = syntax.print(left)
      self.actual = syntax.print(right)
      return
    }
    path = "self"
    self.expected = syntax.print(TypedValue(expected, as: feature.stateType))
    self.actual = syntax.print(TypedValue(actual, as: feature.stateType))
  }

  /// The `expect` line that fails with the actual state.
  var line: Line { Line(.expect, "\(path) == \(expected)") }
}
