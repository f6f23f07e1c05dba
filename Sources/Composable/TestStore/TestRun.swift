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
final class TestRun<State: Equatable, Action> {
  struct Received {
    let action: Action
    let state: State
    /// The number of the stack element that was the next to be made before it.
    let nextElement: Int
  }

  let core: StoreCore<State, Action>
  @exclusivity(unchecked)
  var exhaustivity = Exhaustivity.on
  @exclusivity(unchecked)
  var timeout: UInt64 = 0
  @exclusivity(unchecked)
  var state: State
  /// Reduced, and not received by the test yet.
  var received: [Received] = [] {
    didSet { hasReceived = !received.isEmpty }
  }
  /// Whether there are any. To ask the array costs more than to send.
  @exclusivity(unchecked)
  private(set) var hasReceived = false
  /// Where the test is: the call that is running, or the last one.
  @exclusivity(unchecked)
  var place: SourcePlace
  /// Whether the feature has dismissed itself.
  let isDismissed: Lock<Bool>
  /// The number of the stack element that is made next.
  @exclusivity(unchecked)
  private(set) var nextElement: Int
  private let bell = ArrivalBell()
  /// The maker of stack elements among the feature's dependencies. Kept, as each send asks for it.
  @exclusivity(unchecked)
  private(set) var elements: StackElementIDGenerator
  /// Which call each effect comes from, by the effect's number.
  private var causes: [Int: SourcePlace] = [:]
  /// The effects that an issue was already made of.
  private var reported: Set<Int> = []

  init(core: StoreCore<State, Action>, isDismissed: Lock<Bool>, place: SourcePlace) {
    self.core = core
    self.isDismissed = isDismissed
    self.place = place
    state = core.state
    elements = core.dependencies.stackElementID
    nextElement = elements.upcoming
    core.executor.onArrival = { [bell] in bell.ring() }
    // Not counted, as that costs each send more than a small reducer: the core is this run's, and a
    // run's test store ends it before it lets go of it, from when on the core tells it nothing.
    core.onStep = { [unowned(unsafe) self] action, _, after, cause, _ in
      if case .sent = cause { state = after } else { note(action, after) }
      nextElement = elements.upcoming
    }
    core.onEffect = { [unowned self] event in
      switch event {
      case .started(let effect): causes[effect.id] = self.place
      case .finished(let effect), .failed(let effect, _): causes[effect.id] = nil
      case .cancelled: break
      }
    }
  }

  // Not inlined: what is received is of another type, whose look-up each send would pay.
  @inline(never)
  private func note(_ action: Action, _ state: State) {
    received.append(Received(action: action, state: state, nextElement: nextElement))
  }

  /// What the feature's reducer sees.
  var dependencies: DependencyValues {
    get { core.dependencies }
    set {
      core.dependencies = newValue
      elements = newValue.stackElementID
    }
  }

  /// Makes what is reported from now on stand at a call of the test.
  func arrive(at place: SourcePlace) { self.place = place }

  func report(_ message: String, _ exhaustivity: Exhaustivity? = nil) {
    TestIssue(message, exhaustivity ?? self.exhaustivity, at: place).report()
  }

  // MARK: Letting effects go on

  /// Lets the effects go on until they have ended or wait.
  func settle() async {
    await settle(patience: 1) { true }
  }

  private func settle(patience: Int, while isAwaited: () -> Bool) async {
    let rests = await core.executor.settle(patience: patience) { !core.isIdle && isAwaited() }
    guard !rests else { return }
    report(
      """
      The effects never come to rest: they go on without waiting for anything. Let them wait on a \
      clock, or end.

      \(EffectText.list(core.effects).indented(by: 2))
      """, .on)
  }

  /// Lets the effects go on until something is so, at most as long as the test wants to wait for
  /// what is outside, and says whether it is so.
  func settle(within timeout: Duration, until isSo: () -> Bool) async -> Bool {
    await settle()
    if isSo() { return true }
    // Before the test fails, what stays on the main actor gets some more turns.
    await settle(patience: 8) { !isSo() }
    if isSo() { return true }
    let deadline = ContinuousClock.now + timeout
    while timeout > .zero, !core.isIdle {
      // One at a time: how many have come so far is chance.
      if core.executor.admitArrival() {
        await settle()
        if isSo() { return true }
      } else {
        guard await bell.wait(until: deadline) else { return false }
        await settle()
        if isSo() { return true }
      }
    }
    return isSo()
  }

  // MARK: The end

  /// What is wrong at the end of the test. Ends what is left of the effects.
  func end() -> [TestIssue] {
    let enough = 100_000
    core.executor.drain(limit: enough)
    let issues = unreceivedIssues() + unfinishedIssues()
    core.onStep = nil
    core.onEffect = nil
    // A task that is never run again is never freed. Also what comes later must be let in.
    MainActorDrain.attach(to: core.executor)
    core.cancelEffects { _ in true }
    core.executor.drain(admittingArrivals: true, limit: enough)
    return issues
  }

  private func unreceivedIssues() -> [TestIssue] {
    guard !received.isEmpty else { return [] }
    return [TestIssue(unreceivedMessage, exhaustivity, at: place)]
  }

  private var unreceivedMessage: String {
    """
    The store received \(counted(received.count, "unexpected action")) by the end of this test: …

      Unhandled actions:
    \(actionsText.indented(by: 4))

    To fix, assert these actions with "store.receive", skip them with "await \
    store.skipReceivedActions()", or use a test store that is not exhaustive: \
    "store.exhaustivity = .off".
    """
  }

  /// The actions to receive, one below the other.
  var actionsText: String { text(of: received[...]) }

  func text(of received: ArraySlice<Received>) -> String {
    received.map { stateText($0.action) }.joined(separator: "\n")
  }

  private func unfinishedIssues() -> [TestIssue] {
    core.effects.filter { reported.insert($0.id).inserted && !$0.isCancelled }.map { effect in
      TestIssue(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

        \(EffectText.describe(effect).indented(by: 4))

        To fix, see that all effects that the reducer returns for this action have ended by the \
        end of the test: advance the clock or the scheduler that it sleeps on, let it be \
        cancelled by another action if it goes on for ever, wait for what is outside with \
        "await store.finish(timeout:)", or skip it with "await store.skipInFlightEffects()".
        """, exhaustivity, at: causes[effect.id] ?? place)
    }
  }

  /// Says what is wrong now that all should be over; the same is not said again at the end.
  func reportUnreceived() {
    for issue in unreceivedIssues() { issue.report() }
    if let last = received.last { state = last.state }
    received = []
  }

  /// Takes note that a test was told of the effects that run now.
  func noteEffectsReported() { reported.formUnion(core.effects.map(\.id)) }
}
