import MachoValues

/// A property that does not hold, with what made it false.
package struct PropertyFailure {
  /// The property.
  package let property: Property
  /// What made it false: the values and what is expected.
  package let explanation: String
  /// The action that the property failed after, the values before and after it, and what was counted.
  package let notes: [String]
  /// Whether the state is the last one of an input, so that a line after it sees the same state.
  package let isAtEnd: Bool

  init(
    _ property: Property, _ condition: StateCondition, in scene: ConditionScene, action: Any?,
    trigger: String?, isAtEnd: Bool
  ) {
    self.property = property
    self.isAtEnd = isAtEnd
    let (sentences, counted) = condition.explanation(in: scene)
    explanation =
      (property.isAboutRest ? "at rest, " : "") + sentences.joined(separator: ", and ")
    let start = trigger.flatMap { trigger in
      property.firstCondition.map { condition in
        "\(condition.text) held " + (trigger.isEmpty ? "in the start state" : "after \(trigger)")
      }
    }
    let step = action.map { "after \(scene.text(of: $0))" } ?? "in the start state"
    let changes = scene.changes(of: property.conditions.flatMap(\.comparisons))
    notes = (start.map { [$0] } ?? []) + [([step] + changes).joined(separator: ", ")] + counted
  }

  /// The failure as a diagnostic.
  package var diagnostic: Diagnostic {
    Diagnostic("property-failed", "\(property.text): \(explanation)", notes: notes)
  }
}

extension Property {
  /// The condition after which another one must hold. `nil` for properties with one condition.
  fileprivate var firstCondition: StateCondition? {
    conditions.count == 2 ? conditions[0] : nil
  }
}

extension ConditionScene {
  /// Returns the values before and after the step at each path of comparisons: `count: 1 -> 2`.
  fileprivate func changes(of comparisons: [Comparison]) -> [String] {
    guard let before else { return [] }
    var paths: [ValuePath] = []
    for path in comparisons.flatMap({ [$0.path] + ($0.other.map { [$0.path] } ?? []) })
    where !paths.contains(path) {
      paths.append(path)
    }
    return paths.compactMap { path in
      let (old, new) = (text(at: path, in: before), text(at: path, in: root))
      guard old != nil || new != nil else { return nil }
      let absent = "(no value)"
      return old == new
        ? "\(path.text): \(new ?? absent), unchanged"
        : "\(path.text): \(old ?? absent) -> \(new ?? absent)"
    }
  }

  private func text(at path: ValuePath, in root: TypedValue) -> String? {
    (try? path.evaluate(in: root, computed: feature.computed, syntax: syntax)).map {
      syntax.print($0)
    }
  }
}
