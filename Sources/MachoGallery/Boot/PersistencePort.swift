import Composable
import Foundation
import MachoArchitectures

/// The keys of the domain's Boolean values.
enum BoolKey: String, Equatable, Sendable {
  case hasCompletedTutorial

  var dataKey: DataKey<Bool> { DataKey(rawValue) }
  /// The same name as a text key, to provoke a type error.
  var textKey: DataKey<String> { DataKey(rawValue) }
}

/// The domain's interface to persistent storage. It is declared in the domain and implemented
/// outside of it.
struct PersistencePort: Sendable {
  var save: @Sendable (_ key: BoolKey, _ value: Bool) throws -> Void
  var get: @Sendable (_ key: BoolKey) throws -> Bool?
  var delete: @Sendable (_ key: BoolKey) throws -> Void

  /// Creates a port backed by a data store.
  init(_ store: some DataStore) {
    save = { try store.save($1, for: $0.dataKey) }
    get = { try store.get($0.dataKey) }
    delete = { try store.delete($0.dataKey) }
  }
}

extension PersistencePort: DependencyKey {
  /// A file in the application support directory.
  static let liveValue = PersistencePort(
    FileDataStore(
      file: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        .appending(path: "macho-gallery.json")))
  static let previewValue = PersistencePort(MemoryDataStore())
  static var testValue: PersistencePort { PersistencePort(MemoryDataStore()) }
}

extension DependencyValues {
  /// The domain's persistent storage.
  var dataStore: PersistencePort {
    get { self[PersistencePort.self] }
    set { self[PersistencePort.self] = newValue }
  }
}
