extension Scope {
  /// Runs the child on a property of the parent's state.
  @inlinable
  public init<ChildState, ChildAction>(
    _ toChildState: WritableKeyPath<ParentState, ChildState>,
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
    _ toChildState: @autoclosure @escaping () -> CaseKeyPath<ParentState, ChildState>,
    action toChildAction: @autoclosure @escaping () -> CaseKeyPath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where ChildState == Child.State, ChildAction == Child.Action {
    self.init(
      state: AnyCasePath(inBody: toChildState), action: AnyCasePath(inBody: toChildAction),
      child: child, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
