import CustomDump
import IssueReporting
import Synchronization

/// What identifies an element of a `StackState` for as long as it is on a stack.
///
/// It is a number that grows with each element that is made. In tests and scripts it begins at 0,
/// so that an element can be named: `.path(.element(id: 0, action: ...))`.
public struct StackElementID: Hashable, Sendable {
  package let generation: Int

  package init(generation: Int) {
    self.generation = generation
  }
}

extension StackElementID: ExpressibleByIntegerLiteral {
  /// Names an element by its number, which only tests can know.
  public init(integerLiteral value: Int) {
    if DependencyValues.current.context == .live {
      reportIssue(
        """
        A stack element's ID was written as the number \(value) outside of tests.

        Only in tests do the IDs begin at 0. Take them from the stack's "ids".
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

/// Makes the IDs of elements, in order.
package final class StackElementIDGenerator: Sendable {
  private let count: Atomic<Int>
  private let reusing = Atomic(false)

  /// Counts from a number on.
  package init(from start: Int = 0) {
    count = Atomic(start)
  }

  /// The next ID.
  package func next() -> StackElementID {
    StackElementID(generation: count.wrappingAdd(1, ordering: .relaxed).oldValue)
  }

  /// The number of the ID that will be the next.
  package var nextNumber: Int { count.load(ordering: .relaxed) }

  /// Whether an ID that is on the stack already stands for the element there.
  package var isReusing: Bool { reusing.load(ordering: .relaxed) }

  /// Gives out the IDs from an earlier one on once more, while `body` runs.
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
  /// Makes the IDs of the elements of stacks; in tests they begin at 0.
  package var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDKey.self] }
    set { self[StackElementIDKey.self] = newValue }
  }

  private enum StackElementIDKey: DependencyKey {
    static var liveValue: StackElementIDGenerator { StackElementIDGenerator() }
    static var testValue: StackElementIDGenerator { StackElementIDGenerator() }
  }
}
