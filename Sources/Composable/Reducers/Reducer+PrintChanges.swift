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
    // Records shared values before they change, because the old state refers to the new ones.
    var dependencies = DependencyValues.current
    let tracker = SharedChangeTracker(parent: dependencies.sharedChangeTracker)
    dependencies.sharedChangeTracker = tracker
    let effect = DependencyValues.$_current.withValue(dependencies) {
      base.reduce(into: &state, action: action)
    }
    DependencyValues.current.recordImpurity()
    tracker.assert {
      printer.printChange(receivedAction: action, oldState: oldState, newState: state)
    }
    return effect
  }
}
