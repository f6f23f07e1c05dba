import Foundation
import MachoLocks

/// A data store in a file, which persists across processes.
///
/// The file is one JSON object. Each change replaces the file atomically, so an interrupted write
/// leaves the old or the new version. Two stores of one process with the same file see each other's
/// changes. If two processes change the file at the same time, changes may be lost.
public final class FileDataStore: DataStore {
  private let file: URL
  /// One lock for all stores, so that no store with the same file writes between another one's read
  /// and write.
  private static let lock = Lock(())

  /// Creates a store. The file and its directory need not exist; the first change creates them.
  public init(file: URL) { self.file = file }

  public func save<Value>(_ value: Value, for key: DataKey<Value>) throws {
    let data = try JSONEncoder().encode(value)
    let json = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    try update { $0[key.name] = json }
  }

  public func get<Value>(_ key: DataKey<Value>) throws -> Value? {
    guard let json = try Self.lock.withLock({ _ in try read() })[key.name] else { return nil }
    let data = try JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch is DecodingError {
      throw DataStoreError.wrongType(key: key.name, expected: "\(Value.self)")
    }
  }

  public func delete<Value>(_ key: DataKey<Value>) throws {
    try update { $0[key.name] = nil }
  }

  private func update(_ body: (inout [String: Any]) -> Void) throws {
    try Self.lock.withLock { _ in
      var values = try read()
      body(&values)
      let data = try JSONSerialization.data(withJSONObject: values, options: .sortedKeys)
      try write(data)
    }
  }

  private func write(_ data: Data) throws(DataStoreError) {
    let directory = file.deletingLastPathComponent()
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory)
    guard !exists || isDirectory.boolValue else {
      throw .unwritable(path: file.path, reason: String(cString: strerror(ENOTDIR)))
    }
    do {
      if !exists {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      }
      try data.write(to: file, options: .atomic)
    } catch {
      throw .unwritable(path: file.path, reason: Self.reason(error))
    }
  }

  private func read() throws -> [String: Any] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
    let data: Data
    do { data = try Data(contentsOf: file) } catch {
      throw DataStoreError.unreadable(path: file.path, reason: Self.reason(error))
    }
    guard let values = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw DataStoreError.damaged(path: file.path)
    }
    return values
  }

  private static func reason(_ error: any Error) -> String {
    error.systemMessage ?? error.localizedDescription
  }
}
