import IssueReporting

/// A reducer of a feature and the child that it presents.
public struct _PresentationReducer<Base: Reducer, Destination: Reducer>: Reducer {
  let base: Base
  let toPresentationState: WritableKeyPath<Base.State, PresentationState<Destination.State>>
  let toPresentationAction: AnyCasePath<Base.Action, PresentationAction<Destination.Action>>
  let destination: Destination
  let callSite: CallSite

  public func reduce(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let child = child(in: state)
    // If other code replaced the child since the last action, the child's ID differs from the
    // recorded one.
    let before = state[keyPath: toPresentationState].presentedID ?? child?.featureID
    let effect: Effect<Base.Action>
    switch (toPresentationAction.extract(from: action), child) {
    case (nil, _):
      effect = base.reduce(into: &state, action: action)
    case (.dismiss, let child?):
      effect = base.reduce(into: &state, action: action)
      dismiss(child, in: &state)
    case (.presented(let childAction), let child?):
      let childEffect = reduce(child, into: &state, action: childAction)
      effect = childEffect.merge(with: base.reduce(into: &state, action: action))
      if child.kind.isDismissed(by: childAction) { dismiss(child, in: &state) }
    case (_?, nil):
      reportMissingChild(action)
      effect = base.reduce(into: &state, action: action)
    }
    return effect.merge(
      with: recordPresentedChild(self.child(in: state)?.featureID, after: before, in: &state))
  }

  private struct Child {
    let id: NavigationID
    let kind: ChildKind

    /// The child's ID if it can have effects, else `nil`.
    var featureID: NavigationID? { kind.isFeature ? id : nil }
  }

  private func child(in state: Base.State) -> Child? {
    state[keyPath: toPresentationState].wrappedValue.map {
      Child(id: NavigationID(toPresentationState, holding: $0), kind: ChildKind(of: $0))
    }
  }

  private func reduce(
    _ child: Child, into state: inout Base.State, action: Destination.Action
  ) -> Effect<Base.Action> {
    let path = DependencyValues.current.navigationIDPath
    let cancelID = CancelID(child: child.id, of: path)
    return withChildDependencies {
      $0.navigationIDPath = path.appending(child.id)
      $0.dismiss = DismissEffect(cancelID)
    } operation: {
      // The caller checked that the child is present, and the state has not changed since.
      destination.reduce(
        into: &state[keyPath: toPresentationState].wrappedValue!, action: action)
    }
    .map { [toPresentationAction] in toPresentationAction.embed(.presented($0)) }
    .scopedToChild(cancelID, dismissal: toPresentationAction.embed(.dismiss))
  }

  /// Removes a child, unless the feature replaced it by another one.
  private func dismiss(_ child: Child, in state: inout Base.State) {
    guard self.child(in: state)?.id == child.id else { return }
    state[keyPath: toPresentationState].wrappedValue = nil
  }

  /// Records the presented child, and cancels the effects of the previous one if it is gone.
  private func recordPresentedChild(
    _ now: NavigationID?, after before: NavigationID?, in state: inout Base.State
  ) -> Effect<Base.Action> {
    // Written only on a change, because observers of the state see each write.
    if state[keyPath: toPresentationState].presentedID != now {
      state[keyPath: toPresentationState].presentedID = now
    }
    guard let before, before != now else { return .none }
    // PERFORMANCE: read only here, because most actions do not affect a child.
    return .cancelChild(CancelID(child: before, of: DependencyValues.current.navigationIDPath))
  }

  private func reportMissingChild(_ action: Base.Action) {
    reportIssue(
      """
      An "ifLet" at "\(callSite)" received a presentation action when nothing was presented.

        Action: \(actionLabel(action))

      A parent set the state to "nil" before this reducer ran, an effect of the child outlived it, \
      or the action was sent to a store while the state was "nil". Move the "ifLet" so that it \
      runs first, and cancel the child's effects when the child is dismissed.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
