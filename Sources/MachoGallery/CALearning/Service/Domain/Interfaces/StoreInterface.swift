extension CALearning {
  /// The keys of the stored values of one type.
  protocol Key<ValueType>: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    associatedtype ValueType: Sendable
  }

  /// A stored value with its key.
  enum KeyValue: Equatable, Sendable {
    /// The keys of Boolean values.
    enum BoolKey: String, Key {
      typealias ValueType = Bool
      case hasCompletedTutorial
    }

    case bool(key: BoolKey, value: BoolKey.ValueType)
  }

  /// The domain's interface to a key-value store. The infrastructure implements it.
  protocol StoreInterface: Sendable {
    /// Stores a value and replaces the previous one.
    func save(_ keyValue: KeyValue) throws
    /// Returns the stored value, or `nil` if there is none.
    func get<K: Key>(_ key: K) throws -> K.ValueType?
    /// Deletes the value, if there is one.
    func delete<K: Key>(_ key: K) throws
  }
}
