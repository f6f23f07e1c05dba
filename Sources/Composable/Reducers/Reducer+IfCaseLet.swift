import IssueReporting

extension Reducer {
  /// Runs a child's reducer on a case of the state, which is an enum.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .ifCaseLet(\.loggedIn, action: \.loggedIn) { LoggedIn() }
  /// ```
  ///
  /// As upstream, the child runs first, so that the feature can still see its state and leave the
  /// case. The child's effects are cancelled when the state leaves the case. An action for the
  /// child while the state is in another case is an issue.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer>(
    _ toCaseState: @autoclosure @escaping () -> CaseKeyPath<State, CaseState>,
    action toCaseAction: @autoclosure @escaping () -> CaseKeyPath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where CaseState == Case.State, CaseAction == Case.Action {
    _IfCaseLetReducer(
      base: self, child: `case`(), toChildState: AnyCasePath(inBody: toCaseState),
      toChildAction: AnyCasePath(inBody: toCaseAction),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on a case of the state, which is an enum.
  @inlinable
  public func ifCaseLet<CaseState, CaseAction, Case: Reducer>(
    _ toCaseState: AnyCasePath<State, CaseState>,
    action toCaseAction: AnyCasePath<Action, CaseAction>,
    @ReducerBuilder<CaseState, CaseAction> then case: () -> Case,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where CaseState == Case.State, CaseAction == Case.Action {
    _IfCaseLetReducer(
      base: self, child: `case`(), toChildState: toCaseState, toChildAction: toCaseAction,
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// A reducer that runs a feature and a child whose state is a case of the feature's state.
public struct _IfCaseLetReducer<Base: Reducer, Child: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let child: Child
  @usableFromInline let toChildState: AnyCasePath<Base.State, Child.State>
  @usableFromInline let toChildAction: AnyCasePath<Base.Action, Child.Action>
  @usableFromInline let callSite: CallSite

  @inlinable
  init(
    base: Base,
    child: Child,
    toChildState: AnyCasePath<Base.State, Child.State>,
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
    toChildState.extract(from: state).map {
      NavigationID(caseOf: Base.State.self, holding: $0)
    }
  }

  @inlinable
  func reduceChild(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    guard let id = childID(in: state) else {
      reportMismatch(state: state, action: action)
      return .none
    }
    return reduceActiveChild(as: id) {
      toChildState.modifyIfPresent(&state) { child.reduce(into: &$0, action: childAction) }
        ?? .none
    } embed: { [toChildAction] in
      toChildAction.embed($0)
    }
  }

  @usableFromInline
  func reportMismatch(state: Base.State, action: Base.Action) {
    reportIssue(
      """
      An "ifCaseLet" at "\(callSite)" received a child action when child state was set to a \
      different case.

        Action: \(actionLabel(action))
        State: \(actionLabel(state))

      A parent set the state to another case before this reducer ran, an effect of the child \
      outlived it, or the action was sent to a store while the state was another case. Put the \
      "ifCaseLet" where it runs first, and let the child's effects be cancelled with it.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}
