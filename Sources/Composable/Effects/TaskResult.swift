import IssueReporting

/// A success or whatever error took its place, as actions held it before they held a `Result`.
///
/// ```swift
/// case factResponse(TaskResult<String>)
///
/// return .run { send in
///   await send(.factResponse(TaskResult { try await fact.fetch() }))
/// }
/// ```
///
/// As upstream's, two failures are equal when their errors are of one type and equal. New code has
/// `Result<String, any Error>`, with `Result { ... }` and case key paths in tests.
public enum TaskResult<Success: Sendable>: Sendable {
  /// What was wanted.
  case success(Success)
  /// The error that was thrown.
  case failure(any Error)

  /// Makes a result of what an operation returns or throws.
  public init(
    isolation: isolated (any Actor)? = #isolation, catching body: () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Makes a result that forgets the type of the error.
  public init<Failure>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// What was wanted, or throws the error.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// The result of another kind of success.
  public func map<NewSuccess>(
    _ transform: (Success) -> NewSuccess
  ) -> TaskResult<NewSuccess> {
    flatMap { .success(transform($0)) }
  }

  /// The result that is made of a success.
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
  /// The same as a `Result`.
  public init(_ result: TaskResult<Success>) {
    self.init { try result.value }
  }
}

extension TaskResult: Equatable where Success: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.success(let one), .success(let other)): one == other
    case (.failure(let one), .failure(let other)): isEqual(one, other)
    default: false
    }
  }

  private static func isEqual(_ one: any Error, _ other: any Error) -> Bool {
    func open<E: Equatable>(_ error: E) -> Bool { error == other as? E }
    // As `Any`: the compiler takes every error for one that can be compared, which is not so.
    if let one = one as Any as? any Equatable { return open(one) }
    if type(of: one) == type(of: other) {
      reportIssue(
        """
        "\(type(of: one))" is not equatable, so two failures with it are never equal.

        Let it conform to "Equatable", or assert the failure by its case.
        """)
    }
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
      if let error = error as Any as? any Hashable { hasher.combine(AnyHashable(error)) }
    }
  }
}

extension TaskResult: CasePathable {
  /// The two cases.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    /// What was wanted.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The error.
    public var failure: AnyCasePath<TaskResult, any Error> {
      AnyCasePath(
        embed: { .failure($0) },
        extract: { if case .failure(let error) = $0 { error } else { nil } })
    }

    public subscript(root: TaskResult) -> PartialCaseKeyPath<TaskResult> {
      switch root {
      case .success: \.success
      case .failure: \.failure
      }
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
