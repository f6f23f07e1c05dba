import Composable
import IssueReporting
import MachoDiff
import MachoSessions
import MachoValues

/// Adapts a reducer's store.
final class ReducerStoreAdapter<R: Reducer & SendableMetatype>: StoreAdapter<R.State, R.Action>,
  DrivenStore
{
  init(_ configuration: StoreConfiguration, state: R.State, reducer: () -> R) {
    super.init(configuration, state: state, reducer: reducer)
    core.onAction = { [unowned self] in record(action: $0, before: $1, after: $2, $3, isPure: $4) }
  }

  var state: Any { core.state }

  func send(_ action: Any) {
    // The session reads actions as `actionType`, which is `R.Action`.
    guard let action = action as? R.Action else { return }
    operate {
      holdingExternalWork {
        core.send(action)
        drain()
      }
    }
  }

  func restore(to point: RestorePoint) -> [RunningEffect] {
    guard let state = point.state as? R.State else { return [] }
    core.restore(state)
    return cancel { $0.id > point.lastEffectID }
  }

  func pureReduce(_ state: Any, action: Any) -> Any? {
    guard let state = state as? R.State, let action = action as? R.Action else { return nil }
    // Issues of this action were reported when it was reduced first.
    return withIssueReporters([]) { core.pureReduce(state, action: action) }
  }

  func diff(_ old: Any, _ new: Any) -> String? {
    if let old = old as? R.State, let new = new as? R.State { return stateDiff(old, new) }
    guard let old = old as? R.Action, let new = new as? R.Action else { return nil }
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
        lastEffectIDBefore: core.lastEffectID, isPure: isPure))
  }
}
