import IssueReporting

/// A success or an error. Actions contained it before they contained a `Result`.
///
/// ```swift
/// case factResponse(TaskResult<String>)
///
/// return .run { send in
///   await send(.factResponse(TaskResult { try await fact.fetch() }))
/// }
/// ```
///
/// As upstream, two failures are equal if their errors have the same type and are equal. New code
/// uses `Result<String, any Error>`, with `Result { ... }` and with case key paths in tests.
public enum TaskResult<Success: Sendable>: Sendable {
  /// The success value.
  case success(Success)
  /// The error that was thrown.
  case failure(any Error)

  /// Creates a result from what an operation returns or throws.
  public init(
    isolation: isolated (any Actor)? = #isolation, catching body: () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Creates a result without the error's type.
  public init<Failure>(_ result: Result<Success, Failure>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The success value. Throws the error of a failure.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// Returns a result with a transformed success value.
  public func map<NewSuccess>(
    _ transform: (Success) -> NewSuccess
  ) -> TaskResult<NewSuccess> {
    flatMap { .success(transform($0)) }
  }

  /// Returns the result into which `transform` turns a success value.
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
  /// Creates an equivalent `Result`.
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
    // Casts through `Any`, because the compiler otherwise assumes that every error is `Equatable`.
    if let one = one as Any as? any Equatable { return open(one) }
    if type(of: one) == type(of: other) {
      reportIssue(
        """
        "\(type(of: one))" is not equatable, so two failures with it are never equal.

        Conform it to "Equatable", or assert the failure by its case.
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
  /// The case paths of the result.
  public struct AllCasePaths: CasePathReflectable, Sendable {
    /// The `success` case.
    public var success: AnyCasePath<TaskResult, Success> {
      AnyCasePath(
        embed: { .success($0) },
        extract: { if case .success(let value) = $0 { value } else { nil } })
    }

    /// The `failure` case.
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
