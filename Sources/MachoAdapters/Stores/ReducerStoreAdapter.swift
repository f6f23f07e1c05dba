import Composable
import IssueReporting
import MachoDiff
import MachoMetadata
import MachoSessions
import MachoValues

/// Adapts a reducer's store.
final class ReducerStoreAdapter<R: Reducer & SendableMetatype>: StoreAdapter<R.State, R.Action>,
  DrivenStore
{
  /// `nil` if the state contains no shared values.
  private var shared: SharedStateTracker<R.State>?
  /// `nil` if the state cannot refer to objects.
  private var tracker: ObjectTracker<R.State>?
  /// The state after the last transition, if it contains shared values.
  private var lastState: R.State
  /// The number of transitions, plus one for each restored state: the number of the current point.
  private var transitionCount = 0

  /// The reducer. Set once, in `init`.
  private var reducer: R?

  init(_ configuration: StoreConfiguration, state: R.State, reducer: () -> R) {
    lastState = state
    var made: R?
    super.init(configuration, state: state) {
      let new = reducer()
      made = new
      return new
    }
    self.reducer = made
    // SAFETY: only the adapter retains the core, so it outlives every call.
    core.onAction = { [unowned self] in record(action: $0, before: $1, after: $2, $3, isPure: $4) }
    withDependencies {
      $0 = core.dependencies
    } operation: {
      shared = SharedStateTracker(of: core.executor, isLive: clockSync != nil)
      guard let shared else { return }
      core.restore(issues.collect { SharedStateTracker.open(state) })
      lastState = shared.snapshot(of: core.state)
      shared.recordPoint(0)
    }
    tracker = ObjectTracker(lastState)
    if shared != nil || tracker != nil {
      core.onActionStart = { [unowned self] in recordModification(includingExternal: true) }
    }
    if shared != nil, clockSync != nil { observeEndpoints() }
  }

  /// Separates what real endpoints change from what effects change.
  private func observeEndpoints() {
    let executor = core.executor
    let reference = WeakAdapter(adapter: self)
    caller.boundary.observe {
      guard executor.isOwnedByCurrentThread else { return }
      reference.adapter?.recordModification()
    }
  }

  /// SAFETY: `@unchecked Sendable` because only the owner's thread uses the adapter.
  private struct WeakAdapter: @unchecked Sendable {
    weak var adapter: ReducerStoreAdapter?
  }

  var state: Any { currentState }

  private var currentState: R.State { shared == nil ? core.state : lastState }

  /// A state's objects belong to all states that refer to them.
  var isStateComplete: Bool { tracker?.last.isEmpty ?? true }

  var objects: (any ObjectRecord)? { tracker?.last }

  func send(_ action: Any) {
    // The session reads actions as `actionType`, which is `R.Action`.
    _ = withValue(in: action, as: R.Action.self) { action in
      operate {
        holdingExternalWork {
          withoutOtherThreads {
            startInput()
            core.send(action)
            drain()
          }
        }
      }
    }
  }

  func modify(_ change: (Any) throws(Diagnostic) -> Void) throws(Diagnostic) {
    guard shared != nil else {
      throw Diagnostic("not-supported", "the state has no shared values")
    }
    var failure: Diagnostic?
    operate {
      holdingExternalWork {
        withoutOtherThreads {
          startInput()
          withDependencies {
            $0 = core.dependencies
          } operation: {
            do throws(Diagnostic) { try change(core.state) } catch { failure = error }
          }
          drain()
        }
      }
    }
    if let failure { throw failure }
  }

  func state(_ state: Any, withSharedValuesAfter transitionCount: Int) -> Any? {
    guard let shared, let state = state as? R.State else { return nil }
    return shared.exchangingValues(of: state, forPoint: transitionCount)
  }

  override func readDependencies() {
    if let reducer { Composable.readDependencies(of: reducer) }
  }

  override func performBatch(_ body: () -> Void) {
    super.performBatch {
      // The core does not set equal dependencies again for each action.
      withDependencies {
        $0 = core.dependencies
      } operation: {
        body()
      }
    }
  }

  var loadsStoredValues: Bool { shared != nil }

  func restore(to point: RestorePoint) -> [RunningEffect] {
    guard let state = point.state as? R.State else { return [] }
    transitionCount += 1
    if let shared {
      shared.excludingOtherThreads {
        reportDroppedChanges(of: shared)
        withDependencies {
          $0 = core.dependencies
        } operation: {
          core.restore(issues.collect { shared.restore(state, at: point.transitionCount) })
        }
        lastState = shared.snapshot(of: core.state)
      }
      shared.recordPoint(transitionCount)
    } else {
      core.restore(state)
    }
    _ = tracker?.update(currentState)
    return cancel { $0.id > point.lastEffectID }
  }

  override func runJobs(acceptingExternalJobs: Bool) {
    guard shared != nil || tracker != nil else {
      return super.runJobs(acceptingExternalJobs: acceptingExternalJobs)
    }
    recordModification()
    // One job at a time, so that the changes of two effects are two transitions.
    runJobsOneByOne(
      acceptingExternalJobs: acceptingExternalJobs,
      after: {
        recordModification(by: core.effectOfLastJob)
      })
  }

  override func withoutOtherThreads(_ body: () -> Void) {
    guard clockSync != nil, let shared else { return body() }
    shared.excludingOtherThreads {
      recordModification(includingExternal: true)
      guard let externalWork = core.executor.externalWork else { return body() }
      externalWork.markWork(during: body)
    }
  }

  func pureReduce(_ state: Any, actions: [Any]) -> [Any]? {
    // A reducer that changes an object changes it in all states.
    guard isStateComplete, var state = state as? R.State else { return nil }
    var states: [Any] = []
    states.reserveCapacity(actions.count)
    // Issues of these actions were reported when they were reduced first.
    withIssueReporters([]) {
      core.withPureReducer { reduce in
        for action in actions {
          let isAction = withValue(in: action, as: R.Action.self) { reduce(&state, $0) }
          guard isAction else { return }
          states.append(state)
        }
      }
    }
    return states.count == actions.count ? states : nil
  }

  func change(from old: Any, to new: Any) -> Change? {
    var change: Change?
    let isState = withValue(in: old, as: R.State.self) { old in
      _ = withValue(in: new, as: R.State.self) { change = stateChange(old, $0) }
    }
    guard !isState else { return change }
    _ = withValue(in: old, as: R.Action.self) { old in
      _ = withValue(in: new, as: R.Action.self) { change = stateChange(old, $0) }
    }
    return change
  }

  func change(from old: RecordedState, to new: RecordedState) -> Change? {
    ObjectTracker<R.State>.change(from: old, to: new) ?? change(from: old.value, to: new.value)
  }

  // MARK: Transitions

  private func record(
    action: R.Action, before: R.State, after: R.State, _ cause: ActionCause, isPure: Bool
  ) {
    let cause: StateTransition.Cause =
      switch cause {
      case .sent: .sent
      case .received(let effect): .received(effect: effect)
      }
    guard let shared else { return record(cause, action, before, after, isPure: isPure) }
    // With the action's own changes.
    let state = shared.snapshot(of: after, after: shared.takeChange())
    record(cause, action, lastState, state, isPure: isPure)
  }

  /// Records the changes of shared values and of objects that no action made.
  ///
  /// - Parameter effect: The effect that may have changed objects. Default: the current one.
  private func recordModification(
    includingExternal: Bool = false, by effect: Int? = EffectContext.current?.id
  ) {
    while let change = shared?.takeChange(includingExternal: includingExternal) { record(change) }
    guard let tracker, let change = tracker.takeChange(of: currentState) else { return }
    record(
      .modified(effect: effect), StateChange(effect: effect), currentState, currentState,
      objects: change)
  }

  /// Records a change of shared values, unless the values are equal again.
  private func record(_ change: SharedStateChange) {
    guard let shared else { return }
    if !change.isOrdered, clockSync != nil { caller.table.observe(.orderLost) }
    let after = shared.snapshot(of: core.state, after: change)
    guard stateDiff(lastState, after) != nil else { return }
    let modifyLine = modifyLine(for: change, to: after)
    // A script waits for the other thread.
    if modifyLine == nil, clockSync != nil, change.origin == .otherThread {
      caller.table.observe(.externalJobAccepted(waiting: effectsWaitingWithoutCall))
    }
    record(
      .modified(effect: change.effect), StateChange(effect: change.effect), lastState, after,
      modifyLine: modifyLine)
  }

  /// Reports that a script cannot repeat the order if another thread of a live session has changed shared
  /// values since the last transition: restoring a state overwrites such a change, and no transition shows it.
  private func reportDroppedChanges(of shared: SharedStateTracker<R.State>) {
    guard clockSync != nil else { return }
    while let change = shared.takeChange(includingExternal: true) {
      guard stateDiff(lastState, shared.snapshot(of: core.state, after: change)) != nil else {
        continue
      }
      caller.table.observe(.orderLost)
    }
  }

  /// Returns the line that makes a change in a script. `nil` if the effects make it there too.
  private func modifyLine(for change: SharedStateChange, to after: R.State) -> Line? {
    guard clockSync != nil, change.origin == .outside else { return nil }
    return SharedAssignments(from: lastState, to: after, syntax: caller.syntax).line
  }

  private func record(
    _ cause: StateTransition.Cause, _ action: Any, _ before: R.State, _ after: R.State,
    isPure: Bool = false, modifyLine: Line? = nil,
    objects: (before: any ObjectRecord, after: any ObjectRecord)? = nil
  ) {
    let hadObjects = !isStateComplete
    let objects = objects ?? tracker?.update(after)
    var transition = StateTransition(
      cause: cause, action: action, before: before, after: after,
      lastEffectIDBefore: core.lastEffectID, index: transitionCount,
      isPure: isPure && !hadObjects && isStateComplete)
    transition.modifyLine = modifyLine
    transition.objects = objects
    record(transition)
    transitionCount += 1
    guard let shared else { return }
    lastState = after
    shared.recordPoint(transitionCount)
  }
}
