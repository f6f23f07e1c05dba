import MachoDiff

extension TestStoreCore {
  /// Compares the test's assertion with the actual state.
  ///
  /// - Parameters:
  ///   - before: The state that the test's closure modifies if the store is exhaustive.
  ///   - isTransition: Whether the assertion describes an action. Its closure must then change the
  ///     state.
  ///   - nextElementNumber: The number of the next stack element before the action. The test's
  ///     closure creates elements with the same IDs as the reducer did.
  ///   - hasDependencies: Whether the reducer's dependencies are already set.
  func expect(
    _ actual: State, from before: State, isTransition: Bool = true, nextElementNumber: Int,
    hasDependencies: Bool = false, _ update: ((inout State) throws -> Void)?
  ) {
    // As upstream, the store's state in the closure is the state before the action.
    let after = state
    state = before
    defer { state = after }
    // PERFORMANCE: the task-local value of the assertion costs more than a small reducer.
    guard update != nil || sharedChanges.hasChanges else {
      return check(actual, from: before, isTransition, nextElementNumber, hasDependencies, nil)
    }
    sharedChanges.assert {
      check(actual, from: before, isTransition, nextElementNumber, hasDependencies, update)
    }
    sharedChanges.reset()
  }

  private func check(
    _ actual: State, from before: State, _ isTransition: Bool, _ nextElementNumber: Int,
    _ hasDependencies: Bool, _ update: ((inout State) throws -> Void)?
  ) {
    do {
      switch exhaustivity {
      case .on:
        let hasSharedChanges = sharedChanges.hasChanges
        let expected = try stateByApplying(
          update, to: before, nextElementNumber, hasDependencies: hasDependencies)
        if expected != actual {
          reportMismatch(expected: expected, actual, hasAssertion: update != nil, .on)
        } else if isTransition, update != nil, !hasSharedChanges, expected == before {
          reportNoChange()
        }
      case .off(let showsSkipped):
        try ModificationCheck.$isExhaustive.withValue(false) {
          try expectAssertedChanges(
            actual, from: before, nextElementNumber, showsSkipped: showsSkipped, update)
        }
      }
    } catch {
      report("Threw error: \(error)", .on)
    }
  }

  /// Checks only the state that the closure sets.
  private func expectAssertedChanges(
    _ actual: State, from before: State, _ nextElementNumber: Int, showsSkipped: Bool,
    _ update: ((inout State) throws -> Void)?
  ) throws {
    // The closure sees the current shared values.
    let changes = sharedChanges.take()
    let expected = try stateByApplying(update, to: actual, nextElementNumber, reusesIDs: true)
    if expected != actual {
      reportMismatch(expected: expected, actual, hasAssertion: update != nil, .on)
    } else if showsSkipped {
      // The closure already succeeded on the actual state. If it throws here, it requires more of
      // the earlier state, which is not tested.
      sharedChanges.restore(changes)
      let expected = (try? stateByApplying(update, to: before, nextElementNumber)) ?? before
      if expected != actual {
        reportMismatch(expected: expected, actual, hasAssertion: update != nil)
      }
    }
  }

  private func stateByApplying(
    _ update: ((inout State) throws -> Void)?, to state: State, _ nextElementNumber: Int,
    reusesIDs: Bool = false, hasDependencies: Bool = false
  ) throws -> State {
    guard let update else { return state }
    var state = state
    func apply() throws {
      try elementIDs.withIDs(from: nextElementNumber, reusing: reusesIDs) { try update(&state) }
    }
    // As upstream, the closure sees the reducer's dependencies.
    if hasDependencies {
      try apply()
    } else {
      try DependencyValues.$_current.withValue(storeCore.dependencies, operation: apply)
    }
    return state
  }

  private func reportMismatch(
    expected: State, _ actual: State, hasAssertion: Bool, _ exhaustivity: Exhaustivity? = nil
  ) {
    let heading =
      hasAssertion
      ? "A state change does not match expectation"
      : "State was not expected to change, but a change occurred"
    let difference =
      differenceToExpectation(expected, actual)
        ?? """
        Expected:
        \(stateText(expected).indented(by: 2))

        Actual:
        \(stateText(actual).indented(by: 2))
        """
    report("\(heading): …\n\n\(difference)", exhaustivity)
  }

  /// Returns the indented difference, or `nil` if both print alike.
  func differenceToExpectation(_ expected: State, _ actual: State) -> String? {
    expectationDiff(expected: expected, actual: actual)?.indented(by: 4)
  }

  private func reportNoChange() {
    report(
      """
      Expected state to change, but no change occurred.

      The trailing closure made no observable modifications to state. If no change to state is \
      expected, omit the trailing closure.
      """)
  }
}
