import MachoValues

/// What a condition is evaluated in: a state, the state before the step, and the calls and effects
/// of the store now.
package struct ConditionScene {
  let root: TypedValue
  let before: TypedValue?
  let feature: any DrivenFeature
  private(set) var syntax: ValueSyntax
  let store: any DrivenStore
  let stubs: StubTable

  /// - Parameters:
  ///   - before: The state before the step. Default: `nil`; then `old` has no value.
  package init(
    _ state: Any, before: Any? = nil, feature: any DrivenFeature, syntax: ValueSyntax,
    store: any DrivenStore, stubs: StubTable
  ) {
    root = TypedValue(state, as: feature.stateType)
    self.before = before.map { TypedValue($0, as: feature.stateType) }
    self.feature = feature
    self.syntax = syntax
    self.store = store
    self.stubs = stubs
  }

  /// The scene of other states of the same store.
  func at(_ state: Any, before: Any? = nil) -> Self {
    Self(state, before: before, feature: feature, syntax: syntax, store: store, stubs: stubs)
  }

  /// The scene in which some values are variables too. `nil` if text cannot build one of them.
  func binding(_ values: [String: TypedValue]) -> Self? {
    guard !values.isEmpty else { return self }
    guard let bound = try? syntax.binding(values) else { return nil }
    var scene = self
    scene.syntax = bound
    return scene
  }

  /// The scene in which variables of some types have any values.
  func declaring(_ variables: [(name: String, type: Any.Type)]) -> Self {
    var scene = self
    // The property was parsed with the same values.
    scene.syntax = (try? syntax.declaring(variables)) ?? syntax
    return scene
  }

  /// Whether no effect is in flight, no call is pending, and nothing sleeps.
  var isAtRest: Bool {
    store.effects.isEmpty && !stubs.hasOpenCalls && store.nextDeadline == nil
  }
}

extension StateCondition {
  /// Whether a condition holds.
  package enum Truth {
    case holds, fails
    /// A path has no value in the present state, or a value cannot be compared.
    case unknown(Diagnostic)
  }

  /// Evaluates the condition.
  ///
  /// What a comparison says about a path without a value is unknown. So is a condition whose unknown
  /// parts decide it: `and` fails with a part that fails, and `or` holds with a part that holds.
  package func truth(in scene: ConditionScene) -> Truth {
    switch self {
    case .comparison(let comparison, let offset):
      do throws(ValueError) {
        let result = try comparison.evaluate(
          in: scene.root, before: scene.before, computed: scene.feature.computed,
          syntax: scene.syntax)
        return result.holds ? .holds : .fails
      } catch { return .unknown(Diagnostic(error, offset: offset)) }
    case .work(let count): return count.holds(scene.store, scene.stubs) ? .holds : .fails
    case .not(let part): return part.truth(in: scene).negated
    case .and(let parts): return Self.first(of: parts, that: \.isFalse, in: scene) ?? .holds
    case .or(let parts): return Self.first(of: parts, that: \.isTrue, in: scene) ?? .fails
    case .implies(let left, let right):
      let premise = left.truth(in: scene).negated
      if premise.isTrue { return .holds }
      let conclusion = right.truth(in: scene)
      return conclusion.isTrue || premise.isFalse ? conclusion : premise
    }
  }

  /// Returns the truth of the first part that decides, else that of the first unknown one. `nil` if no
  /// part decides or is unknown.
  private static func first(
    of parts: [Self], that decides: (Truth) -> Bool, in scene: ConditionScene
  ) -> Truth? {
    var unknown: Truth?
    for part in parts {
      let truth = part.truth(in: scene)
      if decides(truth) { return truth }
      if unknown == nil, !truth.isTrue, !truth.isFalse { unknown = truth }
    }
    return unknown
  }

  /// Returns a sentence for each part that made the condition false, or true if that is not
  /// expected, and what was counted.
  func explanation(
    in scene: ConditionScene, expecting: Bool = true
  ) -> (sentences: [String], notes: [String]) {
    switch self {
    case .comparison(let comparison, _):
      return (comparison.explanation(in: scene, expecting: expecting).map { [$0] } ?? [], [])
    case .work(let count):
      let (sentence, notes) = count.explanation(scene.store, scene.stubs, expecting: expecting)
      return ([sentence], notes)
    case .not(let part): return part.explanation(in: scene, expecting: !expecting)
    case .and(let parts):
      let parts = expecting ? parts.filter { $0.truth(in: scene).isFalse } : parts
      return Self.explanation(parts.map { $0.explanation(in: scene, expecting: expecting) })
    case .or(let parts):
      let parts = expecting ? parts : parts.filter { $0.truth(in: scene).isTrue }
      return Self.explanation(parts.map { $0.explanation(in: scene, expecting: expecting) })
    case .implies(let left, let right):
      let (sentences, notes) = right.explanation(in: scene, expecting: expecting)
      return (expecting ? sentences + ["\(left.text) holds"] : sentences, notes)
    }
  }

  private static func explanation(
    _ parts: [(sentences: [String], notes: [String])]
  ) -> (sentences: [String], notes: [String]) {
    (parts.flatMap(\.sentences), parts.flatMap(\.notes))
  }
}

extension StateCondition.Truth {
  package var isTrue: Bool { if case .holds = self { true } else { false } }
  package var isFalse: Bool { if case .fails = self { true } else { false } }

  var negated: Self {
    switch self {
    case .holds: .fails
    case .fails: .holds
    case .unknown: self
    }
  }
}

extension Comparison {
  /// Returns a sentence with the values and what is expected. `nil` if a path has no value.
  fileprivate func explanation(in scene: ConditionScene, expecting: Bool) -> String? {
    let computed = scene.feature.computed
    guard
      let (_, actual) = try? evaluate(
        in: scene.root, before: scene.before, computed: computed, syntax: scene.syntax)
    else { return nil }
    let other = otherValue(
      in: scene.root, before: scene.before, computed: computed, syntax: scene.syntax)
    let sign =
      expecting ? comparison.rawValue : comparison.negated?.rawValue ?? "not \(comparison.rawValue)"
    return "\(subject.text) is \(scene.syntax.print(actual)), expected \(sign) \(operand)"
      + (other.map { " (\(scene.syntax.print($0)))" } ?? "")
  }
}

extension Diagnostic {
  /// Whether a path has no value in the present state, but may have one in another.
  package var isAboutPresentState: Bool {
    ValueError.codesOfPresentState.contains(code.rawValue)
  }
}
