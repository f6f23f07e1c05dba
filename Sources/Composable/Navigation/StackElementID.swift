import CustomDump
import IssueReporting
import Synchronization

/// The identity of an element of a `StackState` while it is on a stack.
///
/// IDs are increasing numbers. In tests and scripts they start at 0, so that you can name elements:
/// `.path(.element(id: 0, action: ...))`.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Creates an ID from its number, which only tests can know.
  public init(integerLiteral value: Int) {
    if DependencyValues.current.context == .live {
      reportIssue(
        """
        A stack element's ID was written as the number \(value) outside of tests.

        IDs start at 0 in tests only. Take IDs from the stack's "ids".
        """)
    }
    generation = value
  }
}

extension StackElementID: CustomDebugStringConvertible, CustomDumpStringConvertible {
  /// `#0`
  public var debugDescription: String { "#\(generation)" }

  /// `#0`
  public var customDumpDescription: String { debugDescription }
}

extension StackElementID: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(generation)
  }
}

extension StackElementID: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(generation: try decoder.singleValueContainer().decode(Int.self))
  }
}

/// Generates the IDs of stack elements, in ascending order.
package final class StackElementIDGenerator: Sendable {
  private let count: Atomic<Int>
  private let reusing = Atomic(false)

  /// Starts at a number. Default: 0.
  package init(from start: Int = 0) {
    count = Atomic(start)
  }

  /// Returns the next ID and advances the generator.
  package func next() -> StackElementID {
    StackElementID(generation: count.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// The number of the next ID.
  package var nextNumber: Int { count.load(ordering: .relaxed) }

  /// Whether a generated ID that is on the stack already refers to the element there.
  package var isReusing: Bool { reusing.load(ordering: .relaxed) }

  /// Generates the IDs from an earlier number again while `body` runs.
  ///
  /// - Parameter reusing: Whether the elements may be on the stack already.
  package func withIDs<Result>(
    from start: Int, reusing: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    let upcoming = count.exchange(start, ordering: .relaxed)
    self.reusing.store(reusing, ordering: .relaxed)
    defer {
      self.reusing.store(false, ordering: .relaxed)
      count.store(upcoming, ordering: .relaxed)
    }
    return try body()
  }
}

extension DependencyValues {
  /// The generator of stack element IDs. In tests it starts at 0.
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }

  private enum StackElementIDKey: DependencyKey {
    static var liveValue: StackElementIDGenerator { StackElementIDGenerator() }
    static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
  }
}
