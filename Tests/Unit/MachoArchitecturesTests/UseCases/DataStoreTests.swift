import Foundation
import MachoArchitectures
import Testing

private struct Profile: Codable, Equatable { var name: String }

@Suite struct DataStoreTests {
  private static let isDone = DataKey<Bool>("hasCompletedTutorial")
  private static let profile = DataKey<Profile>("profile")

  private func withFile(_ body: (URL) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(directory.appending(path: "store.json"))
  }

  private func expectStoresValues(_ store: some DataStore) throws {
    #expect(try store.get(Self.isDone) == nil)
    try store.save(true, for: Self.isDone)
    try store.save(Profile(name: "Blob"), for: Self.profile)
    #expect(try store.get(Self.isDone) == true)
    try store.save(false, for: Self.isDone)
    #expect(try store.get(Self.isDone) == false)
    try store.delete(Self.isDone)
    try store.delete(Self.isDone)
    #expect(try store.get(Self.isDone) == nil)
    #expect(try store.get(Self.profile) == Profile(name: "Blob"))
    let error = #expect(throws: DataStoreError.self) {
      try store.get(DataKey<Int>("profile"))
    }
    #expect(error == .wrongType(key: "profile", expected: "Int"))
  }

  @Test func `a store in memory saves, returns and deletes values`() throws {
    try expectStoresValues(MemoryDataStore())
  }

  @Test func `a store in a file saves, returns and deletes values`() throws {
    try withFile { try expectStoresValues(FileDataStore(file: $0)) }
  }

  @Test func `a file persists after the store is released`() throws {
    try withFile { file in
      try FileDataStore(file: file).save(true, for: Self.isDone)
      #expect(try FileDataStore(file: file).get(Self.isDone) == true)
      #expect(try String(contentsOf: file, encoding: .utf8) == #"{"hasCompletedTutorial":true}"#)
    }
  }

  @Test func `a damaged file is named and not changed`() throws {
    try withFile { file in
      try Data("{half".utf8).write(to: file)
      let store = FileDataStore(file: file)
      let damaged = DataStoreError.damaged(path: file.path)
      #expect(throws: damaged) { try store.get(Self.isDone) }
      #expect(throws: damaged) { try store.save(true, for: Self.isDone) }
      #expect(try Data(contentsOf: file) == Data("{half".utf8))
    }
  }

  @Test func `the first save creates the directories of the file`() throws {
    try withFile { file in
      let nested = file.deletingLastPathComponent().appending(path: "new/home/store.json")
      let store = FileDataStore(file: nested)
      #expect(try store.get(Self.isDone) == nil)
      try store.save(true, for: Self.isDone)
      #expect(try store.get(Self.isDone) == true)
    }
  }

  @Test func `a file that cannot be written fails the save with the system's message`() throws {
    try withFile { file in
      try Data("{}".utf8).write(to: file)
      let below = file.appending(path: "store.json")
      let store = FileDataStore(file: below)
      let error = #expect(throws: DataStoreError.self) { try store.save(true, for: Self.isDone) }
      #expect(error == .unwritable(path: below.path, reason: "Not a directory"))
      #expect(error?.description == "cannot write \(below.path): Not a directory")
    }
  }

  @Test func `a file that cannot be read fails with the system's message`() throws {
    try withFile { file in
      let directory = file.deletingLastPathComponent()
      let store = FileDataStore(file: directory)
      let error = #expect(throws: DataStoreError.self) { try store.get(Self.isDone) }
      #expect(error == .unreadable(path: directory.path, reason: "Is a directory"))
    }
  }
}
