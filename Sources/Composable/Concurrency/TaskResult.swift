import IssueReporting

/// What a task came to: upstream's older stand-in for `Result`, whose errors have no type.
///
/// ```swift
/// case factResponse(TaskResult<String>)
/// await send(.factResponse(TaskResult { try await fact.fetch(count) }))
/// ```
///
/// Newer features say `Result<String, any Error>`, which cannot be compared. This one can: two
/// errors are equal if they are of one type that can be compared, and are so.
public enum TaskResult<Success: Sendable>: Sendable {
  /// It gave a value.
  case success(Success)
  /// It threw.
  case failure(any Error)

  /// Does the work and keeps what it came to.
  public init(
    catching body: @Sendable () async throws -> Success,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// The same as a `Result`.
  public init<Failure: Error>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value, or else the error.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The same with another value.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    flatMap { .success(transform($0)) }
  }

  /// What `transform` gives for the value; an error stays.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// The same as a `TaskResult`.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}

extension TaskResult: CasePathable {
  /// The two cases.
  public struct AllCasePaths: Sendable {
    /// A value.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// An error.
    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension TaskResult: Equatable where Success: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let lhs), .success(let rhs)): lhs == rhs
    case (.failure(let lhs), .failure(let rhs)): areEqual(lhs, rhs)
    case (.success, .failure), (.failure, .success): false
    }
  }

  private static func areEqual<LHS: Error, RHS: Error>(_ lhs: LHS, _ rhs: RHS) -> Bool {
    guard LHS.self == RHS.self else { return false }
    if let lhs = lhs as? any Equatable { return lhs.isEqual(to: rhs) }
    reportIssue(
      """
      Two errors of the type "\(LHS.self)" were compared, which is not Equatable.

      They count as different. Make the type Equatable to compare results that hold them.
      """)
    return false
  }
}

extension TaskResult: Hashable where Success: Hashable {
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .success(let value):
      hasher.combine(0)
      hasher.combine(value)
    case .failure(let error):
      hasher.combine(1)
      Self.combine(error, into: &hasher)
    }
  }
}

extension TaskResult {
  private static func combine<Failure: Error>(_ error: Failure, into hasher: inout Hasher) {
    if let error = error as? any Hashable { hasher.combine(AnyHashable(error)) }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
