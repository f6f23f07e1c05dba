public import Foundation
import MachoLocks

/// The file system of `.fileStorage` keys.
public struct FileStorage: Hashable, Sendable {
  /// Reads a file.
  public let load: @Sendable (_ url: URL) throws -> Data
  /// Writes a file.
  public let save: @Sendable (_ data: Data, _ url: URL) throws -> Void
  let fileExists: @Sendable (_ url: URL) -> Bool
  let subscribers = FileSubscribers()

  private init(
    load: @escaping @Sendable (URL) throws -> Data,
    save: @escaping @Sendable (Data, URL) throws -> Void,
    fileExists: @escaping @Sendable (URL) -> Bool
  ) {
    self.load = load
    self.save = save
    self.fileExists = fileExists
  }

  /// The disk. Each change is written at once, and missing folders are created.
  public static let fileSystem = Self(
    load: { try Data(contentsOf: $0) },
    save: { data, url in
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    },
    fileExists: { FileManager.default.fileExists(atPath: $0.path) })

  /// A new, empty file system in memory.
  public static var inMemory: Self { inMemory(fileSystem: LockIsolated([:])) }

  /// A file system in memory with files.
  public static func inMemory(fileSystem: LockIsolated<[URL: Data]>) -> Self {
    Self(
      load: { url in
        guard let data = fileSystem.value[url] else { throw CocoaError(.fileReadNoSuchFile) }
        return data
      },
      save: { data, url in fileSystem.withValue { $0[url] = data } },
      fileExists: { url in fileSystem.value[url] != nil })
  }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.subscribers === rhs.subscribers }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(subscribers)) }
}

/// The keys that observe files. A key that writes a file notifies the others with the same file.
final class FileSubscribers: Sendable {
  private struct Subscriber: Sendable {
    let url: URL
    let onChange: @Sendable () -> Void
  }

  private struct State: Sendable {
    var lastID = 0
    var all: [Int: Subscriber] = [:]
  }

  private let state = Lock(State())

  /// Adds a subscriber. Returns the number to remove it with.
  func add(_ url: URL, onChange: @escaping @Sendable () -> Void) -> Int {
    state.withLock {
      $0.lastID += 1
      $0.all[$0.lastID] = Subscriber(url: url, onChange: onChange)
      return $0.lastID
    }
  }

  func remove(_ id: Int) { _ = state.withLock { $0.all.removeValue(forKey: id) } }

  /// Notifies the subscribers of a file, in the order in which they were added.
  func notify(_ url: URL) {
    let all = state.withLock { $0.all }
    for (_, subscriber) in all.sorted(by: { $0.key < $1.key }) where subscriber.url == url {
      subscriber.onChange()
    }
  }
}

extension DependencyValues {
  /// The file system of `.fileStorage` keys. Live: the disk. In tests, scripts and previews: a
  /// separate file system in memory.
  public var defaultFileStorage: FileStorage {
    get { self[FileStorageDependencyKey.self] }
    set { self[FileStorageDependencyKey.self] = newValue }
  }

  private enum FileStorageDependencyKey: SharedStorageDependencyKey {
    static var liveValue: FileStorage { .fileSystem }
    static var previewValue: FileStorage { .inMemory }
    static var testValue: FileStorage { .inMemory }
  }
}
