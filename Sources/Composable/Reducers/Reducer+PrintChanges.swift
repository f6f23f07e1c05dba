extension Reducer {
  /// Prints each action and what it changed.
  ///
  /// Unlike upstream, it prints immediately, in the order of the actions, and in release builds
  /// too.
  ///
  /// - Parameter printer: The printer, or `nil` to print nothing. Default: `.customDump`.
  public func _printChanges(
    _ printer: _ReducerPrinter<State, Action>? = .customDump
  ) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// A reducer whose actions are printed.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer else { return base.reduce(into: &state, action: action) }
    let oldState = state
    let effect = base.reduce(into: &state, action: action)
    DependencyValues.current.recordImpurity()
    printer.printChange(receivedAction: action, oldState: oldState, newState: state)
    return effect
  }
}
