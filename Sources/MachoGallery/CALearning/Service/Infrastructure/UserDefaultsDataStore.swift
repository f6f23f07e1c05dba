import Foundation

extension CALearning {
  /// A store in the user's defaults.
  struct UserDefaultsDataStore: StoreInterface {
    /// The name of the defaults. Default: `nil` (those of the process).
    var suite: String?

    private var defaults: UserDefaults {
      suite.flatMap { UserDefaults(suiteName: $0) } ?? .standard
    }

    func save(_ keyValue: KeyValue) {
      switch keyValue {
      case .bool(let key, let value): defaults.set(value, forKey: key.rawValue)
      }
      write()
    }

    func get<K: Key>(_ key: K) -> K.ValueType? {
      defaults.object(forKey: key.rawValue) as? K.ValueType
    }

    func delete<K: Key>(_ key: K) {
      defaults.removeObject(forKey: key.rawValue)
      write()
    }

    /// On Linux, the defaults are only written to their file by this call.
    private func write() { defaults.synchronize() }
  }
}
