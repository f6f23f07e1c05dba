/// The name and the type of a stored value.
///
/// ```swift
/// extension DataKey<Bool> {
///   static let hasCompletedTutorial = DataKey("hasCompletedTutorial")
/// }
/// ```
public struct DataKey<Value: Codable & Sendable>: Hashable, Sendable {
  /// The name.
  public let name: String

  /// Creates a key.
  public init(_ name: String) { self.name = name }
}

/// A key-value store. The domain declares what it needs, and outer layers implement it.
public protocol DataStore: Sendable {
  /// Stores a value and replaces the previous one.
  func save<Value>(_ value: Value, for key: DataKey<Value>) throws
  /// Returns the stored value, or `nil` if there is none.
  func get<Value>(_ key: DataKey<Value>) throws -> Value?
  /// Deletes the value, if there is one.
  func delete<Value>(_ key: DataKey<Value>) throws
}

/// An error of a data store.
public enum DataStoreError: Error, Equatable {
  /// The file was not written by a data store.
  case damaged(path: String)
  /// The file could not be read. The reason is the system's message.
  case unreadable(path: String, reason: String)
  /// The file, or its directory, could not be written. The reason is the system's message.
  case unwritable(path: String, reason: String)
  /// The stored value has another type.
  case wrongType(key: String, expected: String)
}

extension DataStoreError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .damaged(let path): "\(path) is not a data store's file"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .wrongType(let key, let expected): "the value for '\(key)' is not of type \(expected)"
    }
  }
}
