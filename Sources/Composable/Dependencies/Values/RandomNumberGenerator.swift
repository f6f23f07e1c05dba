import IssueReporting
import MachoLocks

extension DependencyValues {
  /// Lends a source of random numbers. Live it is the system's; in tests it must be given.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    static let testValue = WithRandomNumberGenerator(UnimplementedRandomNumberGenerator())
  }
}

/// Lends a source of random numbers to one caller at a time.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Lock<any RandomNumberGenerator & Sendable>

  /// Makes a lender of a source.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Lock(generator)
  }

  /// Lends the source for the length of a call. The call must not ask for it again.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) -> Result
  ) -> Result {
    generator.withLock { work(&$0) }
  }
}

private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator {
  private var generator = SystemRandomNumberGenerator()

  mutating func next() -> UInt64 {
    reportIssue(#"Unimplemented: @Dependency(\.withRandomNumberGenerator)"#)
    return generator.next()
  }
}
