import MachoDiff
import MachoLocks

/// What a test store knows of its test: the state it has come to, and what it has not said yet.
///
/// What a property is marked `@exclusivity(unchecked)` for: as in `StoreCore`, a send touches each of
/// them, and to have the runtime note all these accesses costs more than a small reducer. Why it is
/// sound: only the main actor is in here, and such a property is only ever read or replaced as a
/// whole, never changed in place, so that no other code runs between the begin and the end of an
/// access.
@MainActor
final class TestStoreCore<State: Equatable, Action> {
  struct ReceivedAction {
    let action: Action
    let state: State
    /// The number of the stack element that was the next to be made before it.
    let nextElementNumber: Int
  }

  let storeCore: StoreCore<State, Action>
  @exclusivity(unchecked)
  var exhaustivity = Exhaustivity.on
  @exclusivity(unchecked)
  var timeout: UInt64 = 0
  @exclusivity(unchecked)
  var state: State
  /// Reduced, and not received by the test yet.
  var received: [ReceivedAction] = [] {
    didSet { hasReceived = !received.isEmpty }
  }
  /// Whether there are any. To ask the array costs more than to send.
  @exclusivity(unchecked)
  private(set) var hasReceived = false
  /// Where the test is: the call that is running, or the last one.
  @exclusivity(unchecked)
  var callSite: CallSite
  /// Whether the feature has dismissed itself.
  let isDismissed: Lock<Bool>
  /// The number of the stack element that is made next.
  @exclusivity(unchecked)
  private(set) var nextElementNumber: Int
  private let externalWorkSignal = ExternalWorkSignal()
  /// The maker of stack elements among the feature's dependencies. Kept, as each send asks for it.
  @exclusivity(unchecked)
  private(set) var elementIDs: StackElementIDGenerator
  /// Which call each effect comes from, by the effect's number.
  private var effectCallSites: [Int: CallSite] = [:]
  /// The effects that an issue was already made of.
  private var reportedEffects: Set<Int> = []

  init(core: StoreCore<State, Action>, isDismissed: Lock<Bool>, place: CallSite) {
    self.storeCore = core
    self.isDismissed = isDismissed
    self.callSite = place
    state = core.state
    elementIDs = core.dependencies.stackElementID
    nextElementNumber = elementIDs.nextNumber
    core.executor.onExternalJob = { [externalWorkSignal] in externalWorkSignal.signal() }
    // Not counted, as that costs each send more than a small reducer: the core is this run's, and a
    // run's test store ends it before it lets go of it, from when on the core tells it nothing.
    core.onAction = { [unowned(unsafe) self] action, _, after, cause, _ in
      if case .sent = cause { state = after } else { recordReceived(action, after) }
      nextElementNumber = elementIDs.nextNumber
    }
    core.onEffect = { [unowned self] event in
      switch event {
      case .started(let effect): effectCallSites[effect.id] = self.callSite
      case .finished(let effect), .failed(let effect, _): effectCallSites[effect.id] = nil
      case .cancelled: break
      }
    }
  }

  // Not inlined: what is received is of another type, whose look-up each send would pay.
  @inline(never)
  private func recordReceived(_ action: Action, _ state: State) {
    received.append(
      ReceivedAction(action: action, state: state, nextElementNumber: nextElementNumber))
  }

  /// What the feature's reducer sees.
  var dependencies: DependencyValues {
    get { storeCore.dependencies }
    set {
      storeCore.dependencies = newValue
      elementIDs = newValue.stackElementID
    }
  }

  /// Makes what is reported from now on stand at a call of the test.
  func beginCall(at place: CallSite) { self.callSite = place }

  func report(_ message: String, _ exhaustivity: Exhaustivity? = nil) {
    TestIssue(message, exhaustivity ?? self.exhaustivity, at: callSite).report()
  }

  // MARK: Letting effects go on

  /// Lets the effects go on until they have ended or wait.
  func drainUntilIdle() async {
    await drainUntilIdle(patience: 1) { true }
  }

  private func drainUntilIdle(patience: Int, while isAwaited: () -> Bool) async {
    let rests = await storeCore.executor.drainUntilIdle(patience: patience) {
      !storeCore.hasNoEffects && isAwaited()
    }
    guard !rests else { return }
    report(
      """
      The effects never come to rest: they go on without waiting for anything. Let them wait on a \
      clock, or end.

      \(EffectDescription.list(storeCore.effects).indented(by: 2))
      """, .on)
  }

  /// Lets the effects go on until something is so, at most as long as the test wants to wait for
  /// what is outside, and says whether it is so.
  func settle(within timeout: Duration, until isSo: () -> Bool) async -> Bool {
    await drainUntilIdle()
    if isSo() { return true }
    // Before the test fails, what stays on the main actor gets some more turns.
    await drainUntilIdle(patience: 8) { !isSo() }
    if isSo() { return true }
    let deadline = ContinuousClock.now + timeout
    while timeout > .zero, !storeCore.hasNoEffects {
      // One at a time: how many have come so far is chance.
      if storeCore.executor.acceptExternalJob() {
        await drainUntilIdle()
        if isSo() { return true }
      } else {
        guard await externalWorkSignal.wait(until: deadline) else { return false }
        await drainUntilIdle()
        if isSo() { return true }
      }
    }
    return isSo()
  }

  // MARK: The end

  /// What is wrong at the end of the test. Ends what is left of the effects.
  func finishTest() -> [TestIssue] {
    let enough = 100_000
    storeCore.executor.drain(limit: enough)
    let issues = unassertedActionIssues() + runningEffectIssues()
    storeCore.onAction = nil
    storeCore.onEffect = nil
    // A task that is never run again is never freed. Also what comes later must be let in.
    MainActorDrain.attach(to: storeCore.executor)
    storeCore.cancelEffects { _ in true }
    storeCore.executor.drain(admittingArrivals: true, limit: enough)
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

  /// The actions to receive, one below the other.
  var receivedActionsText: String { text(of: received[...]) }

  func text(of received: ArraySlice<ReceivedAction>) -> String {
    received.map { stateText($0.action) }.joined(separator: "\n")
  }

  private func runningEffectIssues() -> [TestIssue] {
    storeCore.effects.filter { reportedEffects.insert($0.id).inserted && !$0.isCancelled }.map {
      effect in
      TestIssue(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

        \(EffectDescription.describe(effect).indented(by: 4))

        To fix, see that all effects that the reducer returns for this action have ended by the \
        end of the test: advance the clock or the scheduler that it sleeps on, let it be \
        cancelled by another action if it goes on for ever, wait for what is outside with \
        "await store.finish(timeout:)", or skip it with "await store.skipInFlightEffects()".
        """, exhaustivity, at: effectCallSites[effect.id] ?? callSite)
    }
  }

  /// Says what is wrong now that all should be over; the same is not said again at the end.
  func reportUnassertedActions() {
    for issue in unassertedActionIssues() { issue.report() }
    if let last = received.last { state = last.state }
    received = []
  }

  /// Takes note that a test was told of the effects that run now.
  func markEffectsReported() { reportedEffects.formUnion(storeCore.effects.map(\.id)) }
}
