/// The name under which a store keeps a value, and the value's type.
///
/// ```swift
/// extension DataKey<Bool> {
///   static let hasCompletedTutorial = DataKey("hasCompletedTutorial")
/// }
/// ```
public struct DataKey<Value: Codable & Sendable>: Hashable, Sendable {
  /// The name.
  public let name: String

  /// Makes a key of a name.
  public init(_ name: String) { self.name = name }
}

/// Keeps values by name. The domain says what it needs; what is outside of it keeps the values.
public protocol DataStore: Sendable {
  /// Keeps a value, in place of the one that was there.
  func save<Value>(_ value: Value, for key: DataKey<Value>) throws
  /// The value that is kept; nil where there is none.
  func get<Value>(_ key: DataKey<Value>) throws -> Value?
  /// Forgets the value, if there is one.
  func delete<Value>(_ key: DataKey<Value>) throws
}

/// Why a store cannot give or keep a value.
public enum DataStoreError: Error, Equatable {
  /// The file is not what a store has written.
  case damaged(path: String)
  /// A value is there, and is of another type.
  case wrongType(key: String, expected: String)
}

extension DataStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path): "\(path) is not a data store's file"
    case .wrongType(let key, let expected): "what is kept as '\(key)' is no \(expected)"
    }
  }
}
