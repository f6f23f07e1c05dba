public import Foundation
import MachoLocks

extension SharedReaderKey {
  /// Shares a value in a file, as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(.documentsDirectory.appending(path: "users.json"))) var users: [User] = []
  /// ```
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()
  ) -> Self where Self == FileStorageKey<Value> {
    // SAFETY: the coders are only used with the key's lock held.
    let (decoder, encoder) = (UnsafeTransfer(decoder), UnsafeTransfer(encoder))
    return FileStorageKey(
      url, decode: { try decoder.value.decode(Value.self, from: $0) },
      encode: { try encoder.value.encode($0) })
  }

  /// Shares a value in a file, with an encoding.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, decode: decode, encode: encode)
  }
}

/// A key that keeps its value in a file.
///
/// Each change is written at once. Upstream waits for a second and writes later changes together.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  /// The identity of a `FileStorageKey`.
  public struct ID: Hashable, Sendable {
    let url: URL
    let storage: FileStorage
  }

  private let url: URL
  private let storage: FileStorage
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data
  /// The data that this key read or wrote last. Coding holds the lock.
  private let lastData = Lock<Data?>(nil)

  init(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    self.url = url
    storage = DependencyValues.current.defaultFileStorage
    self.decode = decode
    self.encode = encode
  }

  public var id: ID { ID(url: url, storage: storage) }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: Result { try read() })
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    // As upstream, the first use creates an empty file. An empty file is read as the default value.
    if !storage.fileExists(url) { try? storage.save(Data(), url) }
    let id = storage.subscribers.add(url) {
      guard (try? storage.load(url)) != lastData.withLock({ $0 }) else { return }
      subscriber.yield(with: Result { try read() })
    }
    return SharedSubscription { storage.subscribers.remove(id) }
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    continuation.resume(
      with: Result {
        let data = try lastData.withLock { last in
          let data = try encode(value)
          last = data
          return data
        }
        try storage.save(data, url)
        storage.subscribers.notify(url)
      })
  }

  /// Returns the file's value, or `nil` if the file is missing or empty.
  private func read() throws -> Value? {
    guard storage.fileExists(url) else { return nil }
    let data = try storage.load(url)
    guard !data.isEmpty else { return nil }
    return try lastData.withLock { last in
      last = data
      return try decode(data)
    }
  }
}

extension FileStorageKey: StorageSharedKey {
  func inCurrentStorage() -> Self { Self(url, decode: decode, encode: encode) }
}

extension FileStorageKey: CustomStringConvertible {
  public var description: String { ".fileStorage(\(url.absoluteString))" }
}
