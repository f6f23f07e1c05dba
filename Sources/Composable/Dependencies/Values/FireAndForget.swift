import IssueReporting

extension DependencyValues {
  /// Starts work without waiting for it. Live: in a new task. In tests and previews: returns when the
  /// work has finished, and reports its error as an issue.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, work in
      Task(priority: priority) { try await work() }
    }
    static let previewValue = testValue
    static let testValue = FireAndForget { priority, work in
      // A task of its own: as the live one, it is not cancelled with its caller.
      await Task(executorPreference: EffectContext.current?.executor, priority: priority) {
        await withErrorReporting { try await work() }
      }
      .value
    }
  }
}

/// A function that starts work without waiting for it.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Creates a function that starts work.
  public init(
    _ start:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.start = start
  }

  /// Starts work.
  public func callAsFunction(
    priority: TaskPriority? = nil, _ work: @escaping @Sendable () async throws -> Void
  ) async {
    await start(priority, work)
  }
}
