import IssueReporting

/// A reducer that runs a child on a part of the parent's state and some of its actions.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   Scope(state: \.counter, action: \.counter) { Counter() }
///   Reduce { state, action in ... }
/// }
/// ```
public struct Scope<ParentState, ParentAction, Child: Reducer>: Reducer {
  @usableFromInline
  enum StatePath {
    case keyPath(WritableKeyPath<ParentState, Child.State>)
    case casePath(AnyCasePath<ParentState, Child.State>, CallSite)
  }

  @usableFromInline let toChildState: StatePath
  @usableFromInline let toChildAction: AnyCasePath<ParentAction, Child.Action>
  @usableFromInline let child: Child

  @inlinable
  public func reduce(into state: inout ParentState, action: ParentAction) -> Effect<ParentAction> {
    guard let childAction = toChildAction.extract(from: action) else { return .none }
    let effect: Effect<Child.Action>
    switch toChildState {
    case .keyPath(let path):
      effect = child.reduce(into: &state[keyPath: path], action: childAction)
    case .casePath(let path, let callSite):
      guard
        let childEffect = path.modifyIfPresent(
          &state, { child.reduce(into: &$0, action: childAction) })
      else {
        reportMismatch(state: state, action: childAction, callSite)
        return .none
      }
      effect = childEffect
    }
    return effect.isNone ? .none : effect.map { [toChildAction] in toChildAction.embed($0) }
  }

  @usableFromInline
  func reportMismatch(state: ParentState, action: Child.Action, _ callSite: CallSite) {
    reportIssue(
      """
      A "Scope" at "\(callSite)" received a child action when the child state \
      was set to a different case.

        Action: \(actionLabel(action))
        State: \(actionLabel(state))

      A parent reducer set the state to another case before the scoped reducer ran, or the action \
      came while the state was another case. Put the parent's logic below the "Scope", and cancel \
      the child's effects when it leaves its case.
      """,
      fileID: callSite.fileID, filePath: callSite.filePath, line: callSite.line,
      column: callSite.column)
  }
}

extension Scope {
  /// Runs the child on a property of the parent's state.
  ///
  /// - Parameters:
  ///   - toChildState: The property.
  ///   - toChildAction: The case of the parent's action that holds the child's: `\.counter`.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: @autoclosure @escaping () -> CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(state: toChildState, action: AnyCasePath(inBody: toChildAction), child: child)
  }

  /// Runs the child on a case of the parent's state.
  ///
  /// As upstream, an action that comes while the state is in another case is an issue.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: @autoclosure @escaping () -> CaseKeyPath<ParentState, ChildState>,
    action toChildAction: @autoclosure @escaping () -> CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      state: AnyCasePath(inBody: toChildState), action: AnyCasePath(inBody: toChildAction),
      child: child, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the child on a property of the parent's state.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: WritableKeyPath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = .keyPath(toChildState)
    self.toChildAction = toChildAction
    self.child = child()
  }

  /// Runs the child on a case of the parent's state.
  @inlinable
  public init<ChildState, ChildAction>(
    state toChildState: AnyCasePath<ParentState, ChildState>,
    action toChildAction: AnyCasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.toChildState = .casePath(
      toChildState,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.toChildAction = toChildAction
    self.child = child()
  }
}
