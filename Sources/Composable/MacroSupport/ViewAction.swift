import ComposablePlatform

/// An action type with a case for the actions that the view may send.
///
/// ```swift
/// enum Action: ViewAction {
///   case saved
///   case view(View)
///   enum View { case saveButtonTapped }
/// }
/// ```
public protocol ViewAction<ViewAction> {
  /// The actions that the view may send.
  associatedtype ViewAction

  /// Wraps an action of the view.
  static func view(_ action: ViewAction) -> Self
}

/// A type that sends the view's actions to its store. `@ViewAction` adds the conformance.
public protocol ViewActionSending<StoreState, StoreAction> {
  /// The feature's state.
  associatedtype StoreState
  /// The feature's actions.
  associatedtype StoreAction: ViewAction

  /// The store that receives the actions.
  @MainActor var store: Store<StoreState, StoreAction> { get }
}

extension ViewActionSending {
  /// Sends an action of the view.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction) -> StoreTask {
    store.send(.view(action))
  }

  /// Sends an action of the view. The animation has no effect without views.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, animation: Animation?) -> StoreTask {
    store.send(.view(action), animation: animation)
  }

  /// Sends an action of the view. The transaction has no effect without views.
  @MainActor
  @discardableResult
  public func send(_ action: StoreAction.ViewAction, transaction: Transaction) -> StoreTask {
    store.send(.view(action), transaction: transaction)
  }
}
