extension Reducer {
  /// Runs a child's reducer on the elements of an identified array.
  ///
  /// ```swift
  /// Reduce { state, action in ... }
  ///   .forEach(\.todos, action: \.todos) { Todo() }
  /// ```
  ///
  /// As upstream's: an element runs first, so the feature can still see and remove its state; the
  /// effects of an element are cancelled when it leaves the array; and an action for an element
  /// that is not there is an issue.
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
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
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
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child's reducer on the elements of an identified array, whose actions are pairs.
  ///
  /// It is the form from before there was `IdentifiedAction`: `case todo(id: Todo.ID, Todo.Action)`.
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
      place: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
