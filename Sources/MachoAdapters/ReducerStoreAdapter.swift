import Composable
import IssueReporting
import MachoDiff
import MachoSessions
import MachoValues

/// Drives a reducer's store.
final class ReducerStoreAdapter<R: Reducer & SendableMetatype>: StoreAdapter<R.State, R.Action>,
  DrivenStore
{
  init(_ surroundings: StoreConfiguration, state: R.State, reducer: () -> R) {
    super.init(surroundings, state: state, reducer: reducer)
    core.onAction = { [unowned self] in record(action: $0, before: $1, after: $2, $3, isPure: $4) }
  }

  var state: Any { core.state }

  func send(_ action: Any) {
    // The session read the action as `actionType`, which is this type.
    guard let action = action as? R.Action else { return }
    issues.collect {
      monitoringOtherThreads {
        core.send(action)
        drain()
      }
    }
  }

  func restore(to moment: RestorePoint) -> [RunningEffect] {
    guard let state = moment.state as? R.State else { return [] }
    core.restore(state)
    return cancel { $0.id > moment.lastEffectID }
  }

  func pureReduce(_ state: Any, by action: Any) -> Any? {
    guard let state = state as? R.State, let action = action as? R.Action else { return nil }
    // What it has to report was reported when the action was taken.
    return withIssueReporters([]) { core.pureReduce(state, by: action) }
  }

  func diff(_ old: Any, _ new: Any) -> String? {
    guard let old = old as? R.State, let new = new as? R.State else { return nil }
    return stateDiff(old, new)
  }

  private func record(
    action: R.Action, before: R.State, after: R.State, _ cause: ActionCause, isPure: Bool
  ) {
    let cause: StateTransition.Cause =
      switch cause {
      case .sent: .sent
      case .received(let effect): .received(effect: effect)
      }
    record(
      StateTransition(
        cause: cause, action: action, before: before, after: after,
        effectsBefore: core.lastEffectID, isPure: isPure))
  }
}
