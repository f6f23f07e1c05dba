import ComposablePlatform

// Animations belong to views, of which this library has none. Features may name them, and they have
// no effect here.

extension Store {
  /// Sends an action. The animation has no effect without views.
  @discardableResult
  public func send(_ action: Action, animation: Animation?) -> StoreTask { send(action) }

  /// Sends an action. The transaction has no effect without views.
  @discardableResult
  public func send(_ action: Action, transaction: Transaction) -> StoreTask { send(action) }
}

extension Send {
  /// Sends an action. The animation has no effect without views.
  public func callAsFunction(_ action: sending Action, animation: Animation?) async {
    await self(action)
  }

  /// Sends an action. The transaction has no effect without views.
  public func callAsFunction(_ action: sending Action, transaction: Transaction) async {
    await self(action)
  }
}

extension Effect {
  /// Sends an action immediately. The animation has no effect without views.
  public static func send(_ action: Action, animation: Animation? = nil) -> Self { .send(action) }

  /// Returns this effect. The animation has no effect without views.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// Returns this effect. The transaction has no effect without views.
  public func transaction(_ transaction: Transaction) -> Self { self }
}

extension DismissEffect {
  /// Dismisses the feature. The animation has no effect without views.
  public func callAsFunction(
    animation: Animation?, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await self(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Dismisses the feature. The transaction has no effect without views.
  public func callAsFunction(
    transaction: Transaction, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await self(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ButtonStateAction {
  /// Sends an action. The animation has no effect without views.
  public static func send(_ action: Action?, animation: Animation?) -> Self { .send(action) }
}

extension Scheduler {
  /// Returns this scheduler. The animation has no effect without views.
  public func animation(_ animation: Animation? = .default) -> AnySchedulerOf<Self> {
    eraseToAnyScheduler()
  }

  /// Returns this scheduler. The transaction has no effect without views.
  public func transaction(_ transaction: Transaction) -> AnySchedulerOf<Self> {
    eraseToAnyScheduler()
  }
}
