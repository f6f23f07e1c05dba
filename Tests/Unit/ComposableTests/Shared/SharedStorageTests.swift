import Composable
import Foundation
import Testing

@Suite struct AppStorageTests {
  enum Sort: String { case name, date }
  struct Settings: Codable, Equatable { var isOn = true }

  @Test func `Values of each type survive`() throws {
    let store = UserDefaults.inMemory
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    let date = Date(timeIntervalSince1970: 1000)
    func check<Value: Equatable>(
      _ make: () -> Shared<Value>, _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      do { make().withLock { $0 = value } }
      #expect(make().wrappedValue == value, sourceLocation: sourceLocation)
    }
    check({ Shared(wrappedValue: false, .appStorage("bool", store: store)) }, true)
    check({ Shared(wrappedValue: 0, .appStorage("int", store: store)) }, 7)
    check({ Shared(wrappedValue: 0, .appStorage("double", store: store)) }, 0.5)
    check({ Shared(wrappedValue: "", .appStorage("string", store: store)) }, "x")
    check({ Shared(wrappedValue: [], .appStorage("strings", store: store)) }, ["x", "y"])
    check({ Shared(wrappedValue: Data(), .appStorage("data", store: store)) }, Data([1, 2]))
    check({ Shared(wrappedValue: Date.distantPast, .appStorage("date", store: store)) }, date)
    check({ Shared(wrappedValue: Sort.name, .appStorage("sort", store: store)) }, Sort.date)
    check(
      { Shared(wrappedValue: Settings(), .appStorage("json", store: store)) },
      Settings(isOn: false))
    check({ Shared<URL?>(.appStorage("url", store: store)) }, url)
    check({ Shared<Int?>(.appStorage("optional", store: store)) }, 3)
    check({ Shared<Int?>(.appStorage("optional", store: store)) }, nil)
    #expect(store.object(forKey: "optional") == nil)
    #expect(store.integer(forKey: "int") == 7)
    #expect(store.bool(forKey: "bool"))
  }

  @Test func `The real defaults keep a value`() throws {
    let name = "composable.tests.\(UUID().uuidString)"
    let store = try #require(UserDefaults(suiteName: name))
    defer { store.removePersistentDomain(forName: name) }
    @Shared(.appStorage("count", store: store)) var count = 1
    $count.withLock { $0 = 2 }
    #expect(store.integer(forKey: "count") == 2)
    store.set(3, forKey: "count")
    @Dependency(\.defaultAppStorage) var tests
    #expect(tests !== store)
    @Shared(.appStorage("flag", store: store)) var flag = false
    $flag.withLock { $0 = true }
    #expect(store.bool(forKey: "flag"))
  }

  @Test func `The first use stores the default`() {
    let store = UserDefaults.inMemory
    @Shared(.appStorage("count", store: store)) var count = 4
    #expect(store.object(forKey: "count") as? Int == 4)
    store.set("text", forKey: "other")
    @Shared(.appStorage("other", store: store)) var other = 5
    #expect(other == 5)
    #expect(store.string(forKey: "other") == "text")
  }

  @Test func `A change by others arrives`() {
    @Dependency(\.defaultAppStorage) var store
    @Shared(.appStorage("count")) var count = 1
    store.set(5, forKey: "count")
    #expect(count == 5)
    store.removeObject(forKey: "count")
    #expect(count == 1)
    $count.withLock { $0 = 6 }
    #expect(store.integer(forKey: "count") == 6)
  }
}

@Suite struct FileStorageTests {
  struct User: Codable, Equatable, Sendable { var name: String }
  let url = URL(fileURLWithPath: "/users.json")

  @Test func `A value is written to the file and read again`() throws {
    let files = LockIsolated<[URL: Data]>([:])
    try withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: files)
    } operation: {
      func use(_ body: (Shared<[User]>) throws -> Void) rethrows {
        @Shared(.fileStorage(url)) var users: [User] = []
        try body($users)
      }
      use { #expect($0.wrappedValue.isEmpty) }
      #expect(files.value == [url: Data()])
      use { $0.withLock { $0.append(User(name: "Blob")) } }
      let data = try #require(files.value[url])
      #expect(String(decoding: data, as: UTF8.self) == #"[{"name":"Blob"}]"#)
      use { #expect($0.wrappedValue == [User(name: "Blob")]) }
    }
  }

  @Test func `A file that cannot be read is an error`() {
    withDependencies {
      $0.defaultFileStorage = .inMemory(fileSystem: LockIsolated([url: Data("no".utf8)]))
    } operation: {
      let issues = issues {
        @Shared(.fileStorage(url)) var users: [User] = []
        #expect($users.loadError is DecodingError)
        #expect(users.isEmpty)
      }
      #expect(issues.count == 1)
    }
  }

  @Test func `Another encoding can be used`() throws {
    @Shared(
      .fileStorage(
        url, decode: { @Sendable in String(decoding: $0, as: UTF8.self) },
        encode: { @Sendable in Data($0.utf8) }))
    var text = ""
    $text.withLock { $0 = "hello" }
    @Dependency(\.defaultFileStorage) var storage
    let data = try storage.load(url)
    #expect(data == Data("hello".utf8))
  }

  @Test func `Keys of different types see the changes of a file`() {
    @Shared(.fileStorage(url)) var users: [User] = []
    @Shared(.fileStorage(url)) var names: [[String: String]] = []
    $users.withLock { $0 = [User(name: "Blob")] }
    #expect(names == [["name": "Blob"]])
    $names.withLock { $0 = [] }
    #expect(users.isEmpty)
  }

  @Test func `The disk keeps a value`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try withDependencies {
      $0.defaultFileStorage = .fileSystem
    } operation: {
      let url = folder.appending(path: "a/users.json")
      @Shared(.fileStorage(url)) var users: [User] = []
      $users.withLock { $0 = [User(name: "Blob")] }
      let data = try Data(contentsOf: url)
      #expect(data == Data(#"[{"name":"Blob"}]"#.utf8))
    }
  }
}
