import IssueReporting
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DependencyValues {
  /// The generator of UUIDs. Live: random. Tests must override it.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { .random() }
    static let testValue = UUIDGenerator {
      reportIssue(#"Unimplemented: @Dependency(\.uuid)"#)
      return .random()
    }
  }
}

/// A generator of UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator from a closure.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns a generator that always returns the same UUID.
  public static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// A generator of 00000000-0000-0000-0000-000000000000, ...0001, and so on. Each access starts at
  /// zero.
  public static var incrementing: Self {
    let count = Count()
    return Self { UUID(count.next()) }
  }

  /// Returns the next UUID.
  public func callAsFunction() -> UUID { generate() }

  private final class Count: Sendable {
    private let value = Atomic(-1)

    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).newValue }
  }
}

extension UUID {
  /// Creates a UUID whose last sixteen hexadecimal digits are a number: `UUID(1)` is ...0001.
  ///
  /// For a negative number, they are its magnitude, and the digit before them is 1.
  public init(_ number: Int) {
    self = .bits(number < 0 ? 1 : 0, UInt64(number.magnitude))
  }

  /// Returns a random UUID. PERFORMANCE: on Linux, each `UUID()` opens and reads a device.
  static func random() -> UUID {
    var generator = SystemRandomNumberGenerator()
    // Sets the bits of version 4 and of the variant of RFC 9562.
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    return bits(high, low)
  }

  private static func bits(_ high: UInt64, _ low: UInt64) -> UUID {
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
    }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
