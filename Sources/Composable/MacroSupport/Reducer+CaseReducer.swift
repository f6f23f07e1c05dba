// The state of an `@Reducer enum` determines its reducer, so these operators take none.

extension Reducer {
  /// Runs the features of an `@Reducer enum` on the state that the feature presents.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .ifLet(\.$destination, action: \.destination)
  /// ```
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toPresentationState: WritableKeyPath<State, PresentationState<ChildState>>,
    action toPresentationAction:
      @autoclosure @escaping () -> CaseKeyPath<Action, PresentationAction<ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toPresentationState, action: AnyCasePath(inBody: toPresentationAction),
      destination: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features of an `@Reducer enum` on optional state.
  public func ifLet<ChildState: CaseReducerState, ChildAction>(
    _ toChildState: WritableKeyPath<State, ChildState?>,
    action toChildAction: @autoclosure @escaping () -> CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    ifLet(
      toChildState, action: AnyCasePath(inBody: toChildAction),
      then: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features of an `@Reducer enum` on the elements of a stack.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .forEach(\.path, action: \.path)
  /// ```
  public func forEach<ChildState: CaseReducerState, ChildAction>(
    _ toStackState: WritableKeyPath<State, StackState<ChildState>>,
    action toStackAction:
      @autoclosure @escaping () -> CaseKeyPath<Action, StackAction<ChildState, ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    forEach(
      toStackState, action: AnyCasePath(inBody: toStackAction),
      destination: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Runs the features of an `@Reducer enum` on the elements of an identified array.
  public func forEach<ChildState: CaseReducerState, ChildAction, ID: Hashable & Sendable>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ChildState>>,
    action toElementAction:
      @autoclosure @escaping () -> CaseKeyPath<Action, IdentifiedAction<ID, ChildAction>>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where ChildState.StateReducer.Action == ChildAction {
    forEach(
      toElementsState, action: AnyCasePath(inBody: toElementAction),
      element: { ChildState.StateReducer.body },
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
