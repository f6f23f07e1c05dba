import Composable
import Foundation
import MachoArchitectures

/// The names under which the domain keeps truth values.
enum BoolKey: String, Equatable, Sendable {
  case hasCompletedTutorial

  var dataKey: DataKey<Bool> { DataKey(rawValue) }
  /// The same name, as somebody has it who keeps a text there.
  var textKey: DataKey<String> { DataKey(rawValue) }
}

/// What the domain asks of whoever keeps its data. It is declared here, on the inside; what fulfils
/// it stands outside.
struct PersistencePort: Sendable {
  var save: @Sendable (_ key: BoolKey, _ value: Bool) throws -> Void
  var get: @Sendable (_ key: BoolKey) throws -> Bool?
  var delete: @Sendable (_ key: BoolKey) throws -> Void

  /// What a data store keeps.
  init(_ store: some DataStore) {
    save = { try store.save($1, for: $0.dataKey) }
    get = { try store.get($0.dataKey) }
    delete = { try store.delete($0.dataKey) }
  }
}

extension PersistencePort: DependencyKey {
  /// A file in the place for an application's data.
  static let liveValue = PersistencePort(
    FileDataStore(
      file: FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        .appending(path: "macho-gallery.json")))
  static let previewValue = PersistencePort(MemoryDataStore())
  static var testValue: PersistencePort { PersistencePort(MemoryDataStore()) }
}

extension DependencyValues {
  /// Where the domain's data is kept.
  var dataStore: PersistencePort {
    get { self[PersistencePort.self] }
    set { self[PersistencePort.self] = newValue }
  }
}
