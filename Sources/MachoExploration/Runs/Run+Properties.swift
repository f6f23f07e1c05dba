import MachoSessions

extension Run {
  /// Checks properties from now on, and in the present state.
  ///
  /// - Parameter progress: How far earlier runs have checked them.
  mutating func declare(
    _ properties: [Property], _ progress: [PropertyProgress], of feature: any DrivenFeature
  ) {
    guard !properties.isEmpty else { return }
    monitor = PropertyMonitor(properties, progress: progress)
    monitor.start(in: scene(of: feature))
    recordFailure()
  }

  /// Checks what a step has caused.
  mutating func checkProperties(
    after transitions: [StateTransition], of feature: any DrivenFeature
  ) {
    guard !monitor.isEmpty else { return }
    let scene = scene(of: feature)
    monitor.record(transitions, in: scene)
    monitor.finishInput(in: scene)
    recordFailure()
  }

  /// Continues in another state, which has been checked.
  mutating func resumeProperties(of feature: any DrivenFeature) {
    if !monitor.isEmpty { monitor.resume(in: scene(of: feature)) }
  }

  private mutating func recordFailure() {
    guard let failure = monitor.takeFailure() else { return }
    result.finding = Finding(failure)
    // A script can assert an invariant at its end, unless only an earlier state breaks it.
    result.description.property =
      failure.isAtEnd && failure.invariant != nil ? nil : failure.property.line
  }

  /// What conditions are evaluated in now.
  func scene(of feature: any DrivenFeature) -> ConditionScene {
    ConditionScene(
      store.state, feature: feature, syntax: feature.syntax, store: store, stubs: stubs)
  }
}

extension PropertyFailure {
  /// The condition of an invariant. `nil` for a property that a line declares.
  fileprivate var invariant: String? { property.isDeclared ? nil : property.invariant }
}

extension RunEngine {
  /// Remembers how far a run has checked the properties.
  func recordProgress(of run: Run) {
    // A run whose start fails has not declared them.
    guard !run.monitor.isEmpty else { return }
    // The runs from one state begin with the same progress, and each has its own at the end.
    propertyProgress =
      propertyProgress.isEmpty
      ? run.monitor.progress : zip(propertyProgress, run.monitor.progress).map { max($0, $1) }
  }

  /// How far the runs have checked each property.
  package var propertyChecks: [PropertyCheck] {
    zip(properties, propertyProgress).map { PropertyCheck($0, $1) }
  }
}

extension Finding {
  /// Creates the finding of a property that does not hold.
  fileprivate init(_ failure: PropertyFailure) {
    if let condition = failure.invariant {
      self.init(.invariant, identity: condition, message: failure.explanation)
    } else {
      self.init(
        .property, identity: failure.property.text, message: failure.diagnostic.message)
    }
  }
}
