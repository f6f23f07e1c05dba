import IssueReporting

/// A reducer that runs a feature and a child whose state is optional.
public struct _IfLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let child: Child
  @usableFromInline let toChildState: WritableKeyPath<Base.State, Child.State?>
  @usableFromInline let toChildAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let callSite: CallSite

  @inlinable
  init(
    base: Base,
    child: Child,
    toChildState: WritableKeyPath<Base.State, Child.State?>,
    toChildAction: AnyCasePath<Base.Action, Child.Action>,
    callSite: CallSite
  ) {
    self.base = base
    self.child = child
    self.toChildState = toChildState
    self.toChildAction = toChildAction
    self.callSite = callSite
  }

  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let childEffect = reduceChild(into: &state, action: action)
    let before = childID(in: state)
    let effect = childEffect.merge(with: base.reduce(into: &state, action: action))
    guard let before, before != childID(in: state) else { return effect }
    return effect.merge(with: .cancelChild(before))
  }

  @inlinable
  func childID(in state: Base.State) -> NavigationID? {
    state[keyPath: toChildState].map { NavigationID(toChildState, holding: $0) }
  }

  @inlinable
  func reduceChild(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    guard let id = childID(in: state) else {
      reportMissingChild(action)
      return .none
    }
    let effect = reduceActiveChild(as: id) {
      // The child exists: `childID(in:)` returned its ID, and the state has not changed since.
      child.reduce(into: &state[keyPath: toChildState]!, action: childAction)
    } embed: { [toChildAction] in
      toChildAction.embed($0)
    }
    if Child.State.self is any _EphemeralState.Type { state[keyPath: toChildState] = nil }
    return effect
  }

  @usableFromInline
  func reportMissingChild(_ action: Base.Action) {
    reportIssue(
      """
      An "ifLet" at "\(callSite)" received a child action when child state was "nil".

        Action: \(actionLabel(action))

      A parent set the state to "nil" before this reducer ran, an effect of the child outlived it, \
      or the action was sent to a store while the state was "nil". Put the "ifLet" where it runs \
      first, and let the child's effects be cancelled with it.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
