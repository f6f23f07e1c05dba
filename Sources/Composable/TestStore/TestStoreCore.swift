import MachoDiff
import MachoLocks

/// The state of a test: the asserted state and the received actions that are not asserted yet.
///
/// PERFORMANCE: properties are marked `@exclusivity(unchecked)`, as in `StoreCore`. A send accesses
/// each of them, and exclusivity tracking would cost more than a small reducer.
///
/// SAFETY: only the main actor accesses them, and each is only read or replaced as a whole. It is
/// never modified in place, so no other code runs during an access.
@MainActor
final class TestStoreCore<State: Equatable, Action> {
  struct ReceivedAction {
    let action: Action
    let state: State
    /// The number of the next stack element before the action.
    let nextElementNumber: Int
  }

  let storeCore: StoreCore<State, Action>
  @exclusivity(unchecked)
  var exhaustivity = Exhaustivity.on
  @exclusivity(unchecked)
  var timeout: UInt64 = 0
  @exclusivity(unchecked)
  var state: State
  /// Actions that were reduced and not asserted by the test yet.
  var received: [ReceivedAction] = [] {
    didSet { hasReceived = !received.isEmpty }
  }
  /// Whether `received` is not empty. PERFORMANCE: asking the array costs more than a send.
  @exclusivity(unchecked)
  private(set) var hasReceived = false
  /// The source location of the running call on the test store, or of the last one.
  @exclusivity(unchecked)
  var callSite: CallSite
  /// Whether the feature dismissed itself.
  let isDismissed: Lock<Bool>
  /// The changes of shared values that were not asserted yet.
  let sharedChanges: SharedChangeTracker
  /// The number of the next stack element.
  @exclusivity(unchecked)
  private(set) var nextElementNumber: Int
  private let externalWorkSignal = ExternalWorkSignal()
  /// The stack element ID generator of the feature's dependencies. PERFORMANCE: cached, because
  /// each send needs it.
  @exclusivity(unchecked)
  private(set) var elementIDs: StackElementIDGenerator
  /// The test's call that started each in-flight effect, by effect number.
  private var effectCallSites: [Int: CallSite] = [:]
  /// The effects that were already reported as an issue.
  private var reportedEffects: Set<Int> = []
  /// The effects that need not finish.
  private var skippedEffects: Set<Int> = []

  init(
    storeCore: StoreCore<State, Action>, isDismissed: Lock<Bool>,
    sharedChanges: SharedChangeTracker, callSite: CallSite
  ) {
    self.storeCore = storeCore
    self.isDismissed = isDismissed
    self.sharedChanges = sharedChanges
    self.callSite = callSite
    state = storeCore.state
    elementIDs = storeCore.dependencies.stackElementID
    nextElementNumber = elementIDs.nextNumber
    storeCore.executor.onExternalJob = { [externalWorkSignal] in externalWorkSignal.signal() }
    // PERFORMANCE: not reference-counted, because that costs each send more than a small reducer.
    //
    // SAFETY: this object owns the core. The test store calls `finishTest()` before it releases
    // this object, and afterwards the core does not call this closure.
    storeCore.onAction = { [unowned(unsafe) self] action, _, after, cause, _ in
      if case .sent = cause { state = after } else { recordReceived(action, after) }
      nextElementNumber = elementIDs.nextNumber
    }
    storeCore.onEffect = { [unowned self] event in
      switch event {
      case .started(let effect): effectCallSites[effect.id] = self.callSite
      case .finished(let effect), .failed(let effect, _): effectCallSites[effect.id] = nil
      case .cancelled: break
      }
    }
  }

  // PERFORMANCE: not inlined, because each send would pay for the metadata lookup of
  // `ReceivedAction`.
  @inline(never)
  private func recordReceived(_ action: Action, _ state: State) {
    received.append(
      ReceivedAction(action: action, state: state, nextElementNumber: nextElementNumber))
  }

  /// The dependencies that the feature's reducer sees.
  var dependencies: DependencyValues {
    get { storeCore.dependencies }
    set {
      storeCore.dependencies = newValue
      elementIDs = newValue.stackElementID
    }
  }

  /// Sets the call of the test that later issues are reported at.
  func beginCall(at callSite: CallSite) { self.callSite = callSite }

  func report(_ message: String, _ exhaustivity: Exhaustivity? = nil) {
    TestIssue(message, exhaustivity ?? self.exhaustivity, at: callSite).report()
  }

  // MARK: Running effects

  /// Runs the effects until they have finished or wait.
  func drainUntilIdle() async {
    await drainUntilIdle(idleTurns: 1) { true }
  }

  private func drainUntilIdle(idleTurns: Int, while isAwaited: () -> Bool) async {
    let isIdle = await storeCore.executor.drainUntilIdle(idleTurns: idleTurns) {
      !storeCore.hasNoEffects && isAwaited()
    }
    guard !isIdle else { return }
    report(
      """
      The effects never become idle: they keep running without waiting. Let them wait on a clock, or \
      finish.

      \(EffectDescription.list(storeCore.effects).indented(by: 2))
      """, .on)
  }

  /// Runs the effects until the condition is satisfied. Waits for external work at most until the
  /// timeout. Returns whether the condition is satisfied.
  func settle(within timeout: Duration, until isSatisfied: () -> Bool) async -> Bool {
    await drainUntilIdle()
    if isSatisfied() { return true }
    // Before the test fails, effects that stay on the main actor run for some more turns.
    await drainUntilIdle(idleTurns: 8) { !isSatisfied() }
    if isSatisfied() { return true }
    let deadline = ContinuousClock.now + timeout
    while !storeCore.hasNoEffects {
      // Accepts one external job at a time, because the number of enqueued jobs is random. Work that
      // has completed before the call needs no time.
      if storeCore.executor.acceptExternalJob() {
        await drainUntilIdle()
        if isSatisfied() { return true }
      } else {
        guard timeout > .zero, await externalWorkSignal.wait(until: deadline) else { return false }
        await drainUntilIdle()
        if isSatisfied() { return true }
      }
    }
    return isSatisfied()
  }

  /// The number of jobs that run without suspending the test.
  private static var jobLimit: Int { 100_000 }

  /// Runs the effects until they have finished or wait, without the turns of the main actor.
  func drainReadyJobs() { storeCore.executor.drain(limit: Self.jobLimit) }

  // MARK: End of the test

  /// Returns the issues at the end of the test, and cancels the remaining effects.
  func finishTest() -> [TestIssue] {
    drainReadyJobs()
    let issues = unassertedActionIssues() + runningEffectIssues() + unassertedSharedChangeIssues()
    storeCore.onAction = nil
    storeCore.onEffect = nil
    // A task that never resumes is never freed. Jobs enqueued later must run as well.
    MainActorDrain.attach(to: storeCore.executor)
    storeCore.cancelEffects { _ in true }
    storeCore.executor.drain(acceptingExternalJobs: true, limit: Self.jobLimit)
    return issues
  }

  private func unassertedActionIssues() -> [TestIssue] {
    guard !received.isEmpty else { return [] }
    return [TestIssue(unassertedActionMessage, exhaustivity, at: callSite)]
  }

  private var unassertedActionMessage: String {
    """
    The store received \(pluralized(received.count, "unexpected action")) by the end of this test: …

      Unhandled actions:
    \(receivedActionsText.indented(by: 4))

    To fix, assert these actions with "store.receive", skip them with "await \
    store.skipReceivedActions()", or use a test store that is not exhaustive: \
    "store.exhaustivity = .off".
    """
  }

  /// The received actions, one on each line.
  var receivedActionsText: String { text(of: received[...]) }

  func text(of received: ArraySlice<ReceivedAction>) -> String {
    received.map { stateText($0.action) }.joined(separator: "\n")
  }

  private func runningEffectIssues() -> [TestIssue] {
    expectedEffects.filter { reportedEffects.insert($0.id).inserted }.map {
      effect in
      TestIssue(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

        \(EffectDescription.describe(effect).indented(by: 4))

        To fix, make all effects of this action finish before the end of the test: advance the \
        clock or the scheduler that it sleeps on, cancel it by another action if it never \
        finishes, wait for external work with "await store.finish(timeout:)", or skip it with \
        "await store.skipInFlightEffects()".
        """, exhaustivity, at: effectCallSites[effect.id] ?? callSite)
    }
  }

  private func unassertedSharedChangeIssues() -> [TestIssue] {
    guard sharedChanges.hasChanges else { return [] }
    defer { sharedChanges.reset() }
    return sharedChanges.assert {
      let state = received.last?.state ?? state
      guard let difference = differenceToExpectation(state, state) else { return [] }
      return [
        TestIssue(
          """
          Test store completed before asserting against changes to shared state: …

          \(difference)

          Invoke "TestStore.assert" at the end of this test to assert against changes to shared \
          state.
          """, exhaustivity, at: callSite)
      ]
    }
  }

  /// Reports changes of shared values that the test did not assert.
  func reportUnassertedSharedChanges() {
    for issue in unassertedSharedChangeIssues() { issue.report() }
  }

  /// Reports received actions that the test did not assert. They are not reported again at the end.
  func reportUnassertedActions() {
    for issue in unassertedActionIssues() { issue.report() }
    if let last = received.last { state = last.state }
    received = []
  }

  /// The running effects that must finish before the test ends.
  var expectedEffects: [EffectRecord] {
    storeCore.effects.filter { !$0.isCancelled && !skippedEffects.contains($0.id) }
  }

  /// Records that the running effects need not finish.
  func skipExpectedEffects() { skippedEffects.formUnion(storeCore.effects.map(\.id)) }

  /// Records that the running effects were reported, so that they are not reported again.
  func markEffectsReported() { reportedEffects.formUnion(storeCore.effects.map(\.id)) }
}
