import Foundation
import MachoLocks

/// A data store in a file, which survives the program.
///
/// The file is one JSON object. Each change replaces it as a whole, so a program that ends in the
/// middle leaves the old one or the new one. Two stores of one process on one file see each other's
/// changes; two processes that change it at the same time may undo each other's.
public final class FileDataStore: DataStore {
  private let file: URL
  /// One lock for all stores: of two on one file, neither writes between the other's reading and
  /// writing.
  private static let lock = Lock(())

  /// Makes a store in a file, which need not be there yet.
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
      try data.write(to: file, options: .atomic)
    }
  }

  private func read() throws -> [String: Any] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
    let data = try Data(contentsOf: file)
    guard let values = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw DataStoreError.damaged(path: file.path)
    }
    return values
  }
}
