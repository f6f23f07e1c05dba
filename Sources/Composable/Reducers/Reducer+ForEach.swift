extension Reducer {
  /// Runs a child's reducer on the elements of an identified array.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .forEach(\.todos, action: \.todos) { Todo() }
  /// ```
  ///
  /// As upstream, an element runs first, so that the feature can still see and remove its state.
  /// The effects of an element are cancelled when it is removed from the array. An action for a
  /// missing element is an issue.
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction:
      @autoclosure @escaping () -> CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      base: self, toElements: toElementsState,
      toElementAction: .identified(AnyCasePath(inBody: toElementAction)), element: element(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on the elements of an identified array.
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: AnyCasePath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      base: self, toElements: toElementsState, toElementAction: .identified(toElementAction),
      element: element(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on the elements of an identified array, whose actions are pairs.
  ///
  /// The form from before `IdentifiedAction`: `case todo(id: Todo.ID, Todo.Action)`.
  @inlinable
  public func forEach<ElementState, ElementAction, ID: Hashable & Sendable, Element: Reducer>(
    _ toElementsState: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action toElementAction: AnyCasePath<Action, (ID, ElementAction)>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where ElementState == Element.State, ElementAction == Element.Action {
    _ForEachReducer(
      base: self, toElements: toElementsState, toElementAction: .pair(toElementAction),
      element: element(),
      callSite: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
