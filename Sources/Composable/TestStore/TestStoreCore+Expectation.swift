import MachoDiff

extension TestStoreCore {
  /// Compares what the test says of a state with what it is.
  ///
  /// - Parameters:
  ///   - before: What the test's closure is given to change, if all must be said.
  ///   - isStep: Whether a step is described, which must change something if it says so.
  ///   - nextElement: The number of the stack element that was the next to be made before the step:
  ///     the test's closure makes the same ones as the reducer did.
  ///   - hasDependencies: Whether those of the reducer are in force already.
  func expect(
    _ actual: State, from before: State, isStep: Bool = true, nextElement: Int,
    hasDependencies: Bool = false, _ update: ((inout State) throws -> Void)?
  ) {
    do {
      switch exhaustivity {
      case .on:
        let expected = try stateByApplying(
          update, to: before, nextElement, hasDependencies: hasDependencies)
        if expected != actual {
          reportMismatch(expected: expected, actual, isSaid: update != nil, .on)
        } else if isStep, update != nil, expected == before {
          reportNoChange()
        }
      case .off(let showsSkipped):
        try expectAssertedChanges(
          actual, from: before, nextElement, showsSkipped: showsSkipped, update)
      }
    } catch {
      report("Threw error: \(error)", .on)
    }
  }

  /// What the closure says must be true; the rest is as it is.
  private func expectAssertedChanges(
    _ actual: State, from before: State, _ nextElement: Int, showsSkipped: Bool,
    _ update: ((inout State) throws -> Void)?
  ) throws {
    let expected = try stateByApplying(update, to: actual, nextElement, isPast: true)
    if expected != actual {
      reportMismatch(expected: expected, actual, isSaid: update != nil, .on)
    } else if showsSkipped {
      // It was true of the actual state already, so a closure that throws here asks more of
      // the state before than it can give; that is not what is tested.
      let whole = (try? stateByApplying(update, to: before, nextElement)) ?? before
      if whole != actual { reportMismatch(expected: whole, actual, isSaid: update != nil) }
    }
  }

  private func stateByApplying(
    _ update: ((inout State) throws -> Void)?, to state: State, _ nextElement: Int,
    isPast: Bool = false, hasDependencies: Bool = false
  ) throws -> State {
    guard let update else { return state }
    var state = state
    func apply() throws {
      try elementIDs.withIDs(from: nextElement, reusing: isPast) { try update(&state) }
    }
    // As upstream's, the closure sees the dependencies that the reducer saw.
    if hasDependencies {
      try apply()
    } else {
      try DependencyValues.$_current.withValue(storeCore.dependencies, operation: apply)
    }
    return state
  }

  private func reportMismatch(
    expected: State, _ actual: State, isSaid: Bool, _ exhaustivity: Exhaustivity? = nil
  ) {
    let heading =
      isSaid
      ? "A state change does not match expectation"
      : "State was not expected to change, but a change occurred"
    let difference =
      expectationDiff(expected: expected, actual: actual)?.indented(by: 4)
        ?? """
        Expected:
        \(stateText(expected).indented(by: 2))

        Actual:
        \(stateText(actual).indented(by: 2))
        """
    report("\(heading): …\n\n\(difference)", exhaustivity)
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
