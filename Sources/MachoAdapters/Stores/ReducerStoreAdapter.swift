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
  /// The state after the last transition, if it contains shared values.
  private var lastState: R.State
  /// The number of transitions, plus one for each restored state: the number of the current point.
  private var transitionCount = 0

  init(_ configuration: StoreConfiguration, state: R.State, reducer: () -> R) {
    lastState = state
    super.init(configuration, state: state, reducer: reducer)
    // SAFETY: only the adapter retains the core, so it outlives every call.
    core.onAction = { [unowned self] in record(action: $0, before: $1, after: $2, $3, isPure: $4) }
    withDependencies {
      $0 = core.dependencies
    } operation: {
      shared = SharedStateTracker(of: core.executor)
      guard let shared else { return }
      core.restore(issues.collect { SharedStateTracker.open(state) })
      lastState = shared.snapshot(of: core.state)
      shared.recordPoint(0)
      core.onActionStart = { [unowned self] in recordModification(includingExternal: true) }
    }
  }

  var state: Any { shared == nil ? core.state : lastState }

  func send(_ action: Any) {
    // The session reads actions as `actionType`, which is `R.Action`.
    _ = withValue(in: action, as: R.Action.self) { action in
      operate {
        holdingExternalWork {
          core.send(action)
          drain()
        }
      }
    }
  }

  func restore(to point: RestorePoint) -> [RunningEffect] {
    guard let state = point.state as? R.State else { return [] }
    transitionCount += 1
    if let shared {
      withDependencies {
        $0 = core.dependencies
      } operation: {
        core.restore(issues.collect { shared.restore(state, at: point.transitionCount) })
      }
      lastState = shared.snapshot(of: core.state)
      shared.recordPoint(transitionCount)
    } else {
      core.restore(state)
    }
    return cancel { $0.id > point.lastEffectID }
  }

  override func runJobs(acceptingExternalJobs: Bool) {
    guard shared != nil else { return super.runJobs(acceptingExternalJobs: acceptingExternalJobs) }
    recordModification()
    // One job at a time, so that the changes of two effects are two transitions.
    while core.executor.drain(acceptingExternalJobs: acceptingExternalJobs, limit: 1) > 0 {
      recordModification()
    }
  }

  func pureReduce(_ state: Any, action: Any) -> Any? {
    var result: Any?
    _ = withValue(in: state, as: R.State.self) { state in
      _ = withValue(in: action, as: R.Action.self) { action in
        // Issues of this action were reported when it was reduced first.
        withIssueReporters([]) { result = core.pureReduce(state, action: action) }
      }
    }
    return result
  }

  func diff(_ old: Any, _ new: Any) -> String? {
    var diff: String?
    let isState = withValue(in: old, as: R.State.self) { old in
      _ = withValue(in: new, as: R.State.self) { diff = stateDiff(old, $0) }
    }
    guard !isState else { return diff }
    _ = withValue(in: old, as: R.Action.self) { old in
      _ = withValue(in: new, as: R.Action.self) { diff = stateDiff(old, $0) }
    }
    return diff
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
    // The action's own changes.
    _ = shared.takeChange()
    record(cause, action, lastState, shared.snapshot(of: after), isPure: isPure)
  }

  /// Records a change of shared values that no action made, unless the values are equal again.
  private func recordModification(includingExternal: Bool = false) {
    guard let shared, let change = shared.takeChange(includingExternal: includingExternal) else {
      return
    }
    let after = shared.snapshot(of: core.state)
    guard stateDiff(lastState, after) != nil else { return }
    record(.modified(effect: change.effect), StateChange(effect: change.effect), lastState, after)
  }

  private func record(
    _ cause: StateTransition.Cause, _ action: Any, _ before: R.State, _ after: R.State,
    isPure: Bool = false
  ) {
    record(
      StateTransition(
        cause: cause, action: action, before: before, after: after,
        lastEffectIDBefore: core.lastEffectID, index: transitionCount, isPure: isPure))
    transitionCount += 1
    guard let shared else { return }
    lastState = after
    shared.recordPoint(transitionCount)
  }
}
