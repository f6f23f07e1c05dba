import MachoValues

/// Checks properties while a store runs, and remembers what they need of the past.
package struct PropertyMonitor {
  private struct Entry {
    let property: Property
    /// The action after which the first condition of `leads to` or `once` held. Empty for the start
    /// state. `nil` if it has not held.
    var trigger: String?
    /// Whether the property failed when it was checked last, so that a failure is reported once.
    var isFailing = false
    /// How far it was ever checked.
    var progress = PropertyProgress.unreached
  }

  private var entries: [Entry] = []
  /// The transitions of the present input so far: the state before each, and its action.
  private var input: [(before: Any, action: Any)] = []
  private var failure: PropertyFailure?

  /// Creates a monitor of properties. Call `start` before the first transition.
  ///
  /// - Parameter progress: How far other monitors have checked each property. Default: not at all.
  package init(_ properties: [Property] = [], progress: [PropertyProgress] = []) {
    entries = properties.map { Entry(property: $0) }
    for (index, progress) in zip(entries.indices, progress) { entries[index].progress = progress }
  }

  /// The properties, in the order of their declaration.
  package var properties: [Property] { entries.map(\.property) }

  /// How far each property was ever checked.
  package var progress: [PropertyProgress] { entries.map(\.progress) }

  /// The same for a report. Leaves out what is never checked.
  package var checks: [PropertyCheck] {
    entries.filter { $0.property.intention == nil }
      .map { PropertyCheck($0.property, $0.progress) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Whether a property is checked at rest only.
  package var checksRest: Bool { entries.contains { $0.property.isAboutRest } }

  /// Whether a property depends on more than the last two states.
  package var remembersPast: Bool { entries.contains { $0.property.conditions.count > 1 } }

  /// Returns and clears the first failure since the last call.
  package mutating func takeFailure() -> PropertyFailure? {
    guard failure != nil else { return nil }
    defer { failure = nil }
    return failure
  }

  /// Adds a property, unless there is an equal one, and checks it in the present state. Throws its
  /// failure, or the error of a condition that cannot be evaluated; then the property is not added.
  package mutating func declare(
    _ property: Property, in scene: ConditionScene
  ) throws(Diagnostic) {
    guard !properties.contains(where: { $0.text == property.text }) else { return }
    let variables = property.variables
    for condition in property.conditions {
      guard case .unknown(let error) = condition.truth(in: scene.declaring(variables)),
        !error.isAboutPresentState
      else { continue }
      throw error
    }
    entries.append(Entry(property: property))
    start(in: scene, from: entries.count - 1)
    if let failure = takeFailure() {
      entries.removeLast()
      throw failure.diagnostic
    }
  }

  /// Forgets the past, and checks the present state: another store was opened.
  package mutating func start(in scene: ConditionScene) {
    input = []
    start(in: scene, from: 0)
  }

  /// Continues in a state of the history, which has been checked before.
  package mutating func resume(in scene: ConditionScene) {
    input = []
    start(in: scene, from: 0)
    failure = nil
  }

  private mutating func start(in scene: ConditionScene, from first: Int) {
    for index in entries.indices[first...] {
      entries[index].trigger = nil
      entries[index].isFailing = false
      check(index, in: scene, action: nil, isLast: true)
    }
    checkRest(in: scene, from: first)
  }

  /// Checks the states after each transition. `scene` has the store.
  package mutating func record(_ transitions: [StateTransition], in scene: ConditionScene) {
    guard !entries.isEmpty else { return }
    for (number, transition) in transitions.enumerated() {
      input.append((transition.before, transition.action))
      let scene = scene.at(transition.after, before: transition.before)
      for index in entries.indices where !entries[index].property.isAboutInputs {
        check(
          index, in: scene, action: transition.action, isLast: number == transitions.count - 1)
      }
    }
  }

  /// Checks what is about an idle store: counts of calls and effects, and properties at rest.
  package mutating func finishInput(in scene: ConditionScene) {
    guard !entries.isEmpty else { return }
    let scene = scene.at(scene.root.value, before: input.first?.before)
    for index in entries.indices where entries[index].property.isAboutInputs {
      if case .after = entries[index].property.kind {
        for (_, action) in input { check(index, in: scene, action: action, isLast: true) }
      } else {
        check(index, in: scene, action: input.last?.action, isLast: true)
      }
    }
    checkRest(in: scene, from: 0)
    input = []
  }

  /// Checks a property in a state. The action is that which led to it, if any.
  private mutating func check(
    _ index: Int, in scene: ConditionScene, action: Any?, isLast: Bool
  ) {
    switch entries[index].property.kind {
    case .always(let condition):
      report(index, condition, in: scene, action: action, isLast: isLast)
    case .never(let condition):
      report(index, .not(condition), in: scene, action: action, isLast: isLast)
    case .after(_, let pattern, let condition):
      guard let action, pattern.matches(action) else { return }
      entries[index].isFailing = false
      guard let scene = scene.binding(pattern.bindings(of: action)) else {
        entries[index].progress = max(entries[index].progress, .unknown)
        return
      }
      report(index, condition, in: scene, action: action, isLast: isLast)
    case .leadsTo(let first, _):
      remember(index, first, in: scene, action)
    case .onceAlways(let first, let second):
      remember(index, first, in: scene, action)
      guard entries[index].trigger != nil else { return }
      report(index, second, in: scene, action: action, isLast: isLast)
    case .atRest, .intended: break
    }
  }

  private mutating func remember(
    _ index: Int, _ condition: StateCondition, in scene: ConditionScene, _ action: Any?
  ) {
    guard entries[index].trigger == nil, condition.truth(in: scene).isTrue else { return }
    entries[index].trigger = action.map { scene.text(of: $0) } ?? ""
    entries[index].progress = max(entries[index].progress, .begun)
  }

  private mutating func checkRest(in scene: ConditionScene, from first: Int) {
    guard entries[first...].contains(where: { $0.property.isAboutRest }), scene.isAtRest else {
      return
    }
    let action = input.last?.action
    for index in entries.indices[first...] {
      switch entries[index].property.kind {
      case .atRest(let condition):
        report(index, condition, in: scene, action: action, isLast: true)
      case .leadsTo(_, let second):
        guard entries[index].trigger != nil else { continue }
        entries[index].isFailing = false
        report(index, second, in: scene, action: action, isLast: true)
        entries[index].trigger = nil
      case .always, .never, .after, .onceAlways, .intended: continue
      }
    }
  }

  /// Records a failure if a condition does not hold, and the property did not fail in the state
  /// before.
  private mutating func report(
    _ index: Int, _ condition: StateCondition, in scene: ConditionScene, action: Any?, isLast: Bool
  ) {
    let truth = condition.truth(in: scene)
    recordProgress(index, truth, of: condition, in: scene)
    guard truth.isFalse else {
      entries[index].isFailing = false
      return
    }
    // A condition about two states, such as one with `old`, can fail after each transition.
    guard !entries[index].isFailing || condition.usesOld, failure == nil else { return }
    entries[index].isFailing = true
    failure = PropertyFailure(
      entries[index].property, condition, in: scene, action: action,
      trigger: entries[index].trigger, isAtEnd: isLast)
  }

  private mutating func recordProgress(
    _ index: Int, _ truth: StateCondition.Truth, of condition: StateCondition,
    in scene: ConditionScene
  ) {
    // PERFORMANCE: the premise is evaluated a second time only until the property is.
    guard entries[index].progress < .evaluated else { return }
    let reached: PropertyProgress =
      switch truth {
      case .unknown: .unknown
      case .holds: condition.holdsWithoutPremise(in: scene) ? .premiseFailed : .evaluated
      case .fails: .evaluated
      }
    entries[index].progress = max(entries[index].progress, reached)
  }
}

extension ConditionScene {
  /// Returns an action as text.
  func text(of action: Any) -> String {
    if action is any ImplicitAction { return "a change of the state" }
    return syntax.print(action)
  }
}
