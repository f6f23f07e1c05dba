import IssueReporting
import OrderedCollections

/// A reducer of a feature and the stack of children pushed on it.
public struct _StackReducer<Base: Reducer, Destination: Reducer>: Reducer {
  let base: Base
  let toStackState: WritableKeyPath<Base.State, StackState<Destination.State>>
  let toStackAction: AnyCasePath<Base.Action, StackAction<Destination.State, Destination.Action>>
  let destination: Destination
  let callSite: CallSite

  public func reduce(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let before = state[keyPath: toStackState].ids
    let effect: Effect<Base.Action>
    switch toStackAction.extract(from: action) {
    case nil:
      effect = base.reduce(into: &state, action: action)
    case .element(let id, let elementAction):
      let isPresent = before.contains(id)
      if !isPresent { report(action, id, "received an action for a missing element") }
      let elementEffect =
        isPresent ? reduce(id, into: &state, action: elementAction) : .none
      effect = elementEffect.merge(with: base.reduce(into: &state, action: action))
    case .popFrom(let id):
      let isPresent = before.contains(id)
      effect = base.reduce(into: &state, action: action)
      if isPresent {
        state[keyPath: toStackState].pop(from: id)
      } else {
        report(action, id, "received a \"popFrom\" action for a missing element")
      }
    case .push(let id, let element):
      guard !before.contains(id) else {
        report(action, id, "received a \"push\" action for an element it already contains")
        return .none
      }
      reserveID(id, above: before, action)
      state[keyPath: toStackState].elements[id] = element
      effect = base.reduce(into: &state, action: action)
    }
    return effect.merge(with: cancelEffectsOfRemovedElements(since: before, in: &state))
  }

  private func child(_ id: StackElementID, of path: NavigationIDPath) -> CancelID {
    CancelID(child: NavigationID(toStackState, id: id), of: path)
  }

  private func reduce(
    _ id: StackElementID, into state: inout Base.State, action: Destination.Action
  ) -> Effect<Base.Action> {
    let path = DependencyValues.current.navigationIDPath
    let cancelID = child(id, of: path)
    return withChildDependencies {
      $0.navigationIDPath = path.appending(NavigationID(toStackState, id: id))
      $0.dismiss = DismissEffect(cancelID)
    } operation: {
      // The caller checked that the element is present, and the state has not changed since.
      destination.reduce(into: &state[keyPath: toStackState][id: id]!, action: action)
    }
    .map { [toStackAction] in toStackAction.embed(.element(id: id, action: $0)) }
    .scopedToChild(cancelID, dismissal: toStackAction.embed(.popFrom(id: id)))
  }

  /// Marks the ID of an element that a view or a test pushes as used.
  private func reserveID(
    _ id: StackElementID, above present: OrderedSet<StackElementID>, _ action: Base.Action
  ) {
    let generator = DependencyValues.current.stackElementID
    guard DependencyValues.current.context == .test else { return }
    // A restored stack may contain later IDs than the generator has made.
    let top = present.map(\.generation).max() ?? -1
    let next = StackElementID(generation: max(generator.nextNumber, top + 1))
    if id.generation > next.generation {
      report(
        action, id,
        "received a \"push\" action with the unexpected ID \(id) instead of \(next)")
    } else if id.generation == generator.nextNumber {
      _ = generator.next()
    }
  }

  /// Cancels the effects of the elements that left the stack for any reason.
  private func cancelEffectsOfRemovedElements(
    since before: OrderedSet<StackElementID>, in state: inout Base.State
  ) -> Effect<Base.Action> {
    let now = state[keyPath: toStackState].ids
    let mounted = state[keyPath: toStackState].mountedIDs
    // Written only on a change, because observers of the state see each write.
    if mounted != now { state[keyPath: toStackState].mountedIDs = now }
    guard mounted != now || before != now else { return .none }
    let gone = before.union(mounted).subtracting(now)
    let path = DependencyValues.current.navigationIDPath
    return .merge(gone.map { .cancelChild(child($0, of: path)) })
  }

  private func report(_ action: Base.Action, _ id: StackElementID, _ what: String) {
    reportIssue(
      """
      A "forEach" at "\(callSite)" \(what).

        Action: \(actionLabel(action))
        ID: \(id)

      A parent changed the stack before this reducer ran, an effect of the element outlived it, or \
      the action was sent to a store with an ID that is not on the stack. Move the "forEach" so \
      that it runs first, and take IDs from the stack.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
