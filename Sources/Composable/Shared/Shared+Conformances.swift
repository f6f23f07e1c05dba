import CustomDump
import MachoDiff
import Observation

extension Shared: Equatable where Value: Equatable {
  /// Whether the values are equal.
  ///
  /// While a test asserts a change, a value is compared with itself: the value that the test
  /// expects, on the left, with the current one.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.reference, rhs.reference)
    guard SharedChangeTracker.asserting != nil, left.id == right.id else {
      return left.read(.expected) == right.read(.expected)
    }
    return left.read(.expected) == right.read(.current)
  }
}

extension Shared: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension Shared: Observable {}

extension Shared: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

extension Shared: _CustomDiffObject {
  public var _customDiffValues: (Any, Any) {
    (reference.read(.expected), reference.read(.current))
  }

  public var _objectIdentifier: ObjectIdentifier { reference.id.source }
}

extension Shared: DumpSnapshot {
  /// The value of a copy, which does not change any more.
  package var snapshotValue: Any? {
    reference.source?.originalSource == nil ? nil : reference.read(.current)
  }
}

extension Shared: CustomStringConvertible {
  public var description: String {
    "Shared<\(Value.self)>(\(reference.keyName ?? "value: \(String(reflecting: wrappedValue))"))"
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.wrappedValue == rhs.wrappedValue }
}

extension SharedReader: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension SharedReader: Identifiable where Value: Identifiable {
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Observable {}

extension SharedReader: CustomDumpRepresentable {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

extension SharedReader: CustomStringConvertible {
  public var description: String {
    "SharedReader<\(Value.self)>(\(reference.keyName ?? "value: \(String(reflecting: wrappedValue))"))"
  }
}
