extension Reducer {
  /// Runs a child reducer on the elements of a stack.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .forEach(\.path, action: \.path) { Path() }
  /// ```
  ///
  /// As upstream:
  /// - An element's reducer runs first, so the feature can still read and remove its state.
  /// - The effects of an element are cancelled when it leaves the stack for any reason.
  /// - An element can `dismiss` itself, which pops it and all elements above it.
  /// - An action for a missing element is reported as an issue.
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction:
      @autoclosure @escaping () -> CaseKeyPath<
        Action, StackAction<DestinationState, DestinationAction>
      >,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState == Destination.State, DestinationAction == Destination.Action {
    _StackReducer(
      base: self, toStackState: toStackState, toStackAction: AnyCasePath(inBody: toStackAction),
      destination: destination(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer on the elements of a stack, given by the older form of a case path.
  public func forEach<DestinationState, DestinationAction, Destination: Reducer>(
    _ toStackState: WritableKeyPath<State, StackState<DestinationState>>,
    action toStackAction: AnyCasePath<Action, StackAction<DestinationState, DestinationAction>>,
    @ReducerBuilder<DestinationState, DestinationAction> destination: () -> Destination,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where DestinationState == Destination.State, DestinationAction == Destination.Action {
    _StackReducer(
      base: self, toStackState: toStackState, toStackAction: toStackAction,
      destination: destination(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
