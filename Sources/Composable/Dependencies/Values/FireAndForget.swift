extension DependencyValues {
  /// Starts work that nobody waits for: live in a task of its own, in tests and previews at once.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { priority, work in
      Task(priority: priority) { try await work() }
    }
    static let previewValue = testValue
    static let testValue = FireAndForget { _, work in try? await work() }
  }
}

/// Starts work that nobody waits for, and whose errors do not matter.
public struct FireAndForget: Sendable {
  private let start:
    @Sendable (TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// Makes a starter of work.
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
