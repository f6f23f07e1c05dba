import Composable
import Foundation
import Testing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var defaultCount: Self { Self[.inMemory("defaultCount"), default: 42] }
}

extension SharedReaderKey where Self == AppStorageKey<Bool>.Default {
  fileprivate static var isOn: Self { Self[.appStorage("isOn"), default: true] }
}

@Suite struct SharedKeyTests {
  @Test func `Equal keys share one value`() {
    @Shared(.inMemory("count")) var first = 1
    @Shared(.inMemory("count")) var second = 2
    $second.withLock { $0 += 10 }
    #expect(first == 11)
    #expect(second == 11)
    @SharedReader(.inMemory("count")) var reader = 3
    #expect(reader == 11)
  }

  @Test func `A default that is an Optional is stored in memory`() {
    @Shared(.inMemory("optional")) var first: Int? = 5
    @Shared(.inMemory("optional")) var second: Int? = 6
    #expect(first == 5)
    #expect(second == 5)
    $first.withLock { $0 = nil }
    @Shared(.inMemory("optional")) var third: Int? = 7
    #expect(third == nil)
  }

  @Test func `A value in memory stays when no property uses it`() {
    func use(_ body: (Shared<Int>) -> Void) {
      @Shared(.inMemory("stays")) var count = 1
      body($count)
    }
    use { $0.withLock { $0 = 5 } }
    use { #expect($0.wrappedValue == 5) }
  }

  @Test func `Storages are separate`() {
    @Shared(.inMemory("count")) var count = 1
    $count.withLock { $0 = 2 }
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("count")) var other = 1
      #expect(other == 1)
    }
  }

  @Test(arguments: 0..<4) func `Tests do not share values`(run: Int) {
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.inMemory("isolated")) var count = 0
      #expect(count == 0)
      $count.withLock { $0 += 1 }
      #expect(count == 1)
    }
  }

  @Test func `A key has a default value`() {
    @Shared(.defaultCount) var count
    #expect(count == 42)
    @SharedReader(.isOn) var isOn
    #expect(isOn)
    @Shared(.isOn) var isOnToo = false
    #expect(isOnToo)
  }

  @Test func `The default value of a key can be replaced`() {
    @Shared(.defaultCount) var count = 1
    #expect(count == 1)
  }

  @Test func `An optional value is nil by default`() {
    @Shared(.inMemory("name")) var name: String?
    #expect(name == nil)
    $name.withLock { $0 = "Blob" }
    @Shared(.inMemory("name")) var other: String?
    #expect(other == "Blob")
  }

  @Test func `A required key fails without a value`() async throws {
    await #expect(throws: (any Error).self) {
      _ = try await Shared<Int>(require: .inMemory("required"))
    }
    @Shared(.inMemory("required")) var count = 3
    let required = try await Shared<Int>(require: .inMemory("required"))
    required.withLock { $0 = 4 }
    #expect(count == 4)
  }

  @Test func `Loading another key changes every copy`() async throws {
    @Shared(.inMemory("b")) var b = 2
    @Shared(.inMemory("a")) var a = 1
    let copy = $a
    try await $a.load(.inMemory("b"))
    #expect(copy.wrappedValue == 2)
    $b.withLock { $0 = 3 }
    #expect(a == 3)
  }
}

@Suite struct SharedLoadingTests {
  struct Failure: Error, Equatable {}

  /// A key whose loads wait until the test resumes them.
  struct ManualKey: SharedKey {
    final class Server: Sendable {
      let loads = LockIsolated<[LoadContinuation<Int>]>([])
      let saved = LockIsolated<[Int]>([])
      let saveError = LockIsolated<Failure?>(nil)
      let subscriber = LockIsolated<SharedSubscriber<Int>?>(nil)
      let isSubscribed = LockIsolated(false)
    }

    let server: Server
    var id: ObjectIdentifier { ObjectIdentifier(server) }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      server.loads.withValue { $0.append(continuation) }
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription {
      server.subscriber.setValue(subscriber)
      server.isSubscribed.setValue(true)
      return SharedSubscription { [server] in server.isSubscribed.setValue(false) }
    }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      if let error = server.saveError.value { return continuation.resume(throwing: error) }
      server.saved.withValue { $0.append(value) }
      continuation.resume()
    }
  }

  let server = ManualKey.Server()

  private func resumeLoad(_ result: Result<Int?, any Error>) {
    let loads = server.loads.withValue { loads in
      defer { loads = [] }
      return loads
    }
    for load in loads { load.resume(with: result) }
  }

  @Test func `A property shows its default while it loads`() {
    @Shared(ManualKey(server: server)) var count = 1
    #expect($count.isLoading)
    #expect(count == 1)
    resumeLoad(.success(5))
    #expect(!$count.isLoading)
    #expect(count == 5)
  }

  @Test func `The error of a load is kept and reported`() {
    @Shared(ManualKey(server: server)) var count = 1
    let issues = issues { resumeLoad(.failure(Failure())) }
    #expect($count.loadError as? Failure == Failure())
    #expect(issues.count == 1)
    #expect(count == 1)
    server.subscriber.value?.yield(2)
    #expect($count.loadError == nil)
    #expect(count == 2)
  }

  @Test func `The error of a save is kept, and a user's save throws it`() async throws {
    @Shared(ManualKey(server: server)) var count = 1
    resumeLoad(.success(nil))
    $count.withLock { $0 = 2 }
    #expect(server.saved.value == [2])
    server.saveError.setValue(Failure())
    let issues = issues { $count.withLock { $0 = 3 } }
    #expect(issues.count == 1)
    #expect($count.saveError as? Failure == Failure())
    await #expect(throws: Failure.self) { try await $count.save() }
    server.saveError.setValue(nil)
    try await $count.save()
    #expect(server.saved.value == [2, 3])
    #expect($count.saveError == nil)
  }

  @Test func `A subscriber's values arrive until the property is released`() {
    do {
      @SharedReader(ManualKey(server: server)) var count = 1
      resumeLoad(.success(nil))
      server.subscriber.value?.yieldLoading()
      #expect($count.isLoading)
      server.subscriber.value?.yield(2)
      #expect(!$count.isLoading)
      #expect(count == 2)
      server.subscriber.value?.yieldReturningInitialValue()
      #expect(count == 1)
      #expect(server.saved.value.isEmpty)
    }
    #expect(!server.isSubscribed.value)
  }

  @Test func `A continuation that is not resumed once is an issue`() {
    @Shared(ManualKey(server: server)) var count = 1
    let twice = issues {
      server.loads.value[0].resume(returning: 1)
      server.loads.value[0].resume(returning: 2)
    }
    #expect(twice.map(\.message) == ["A 'LoadContinuation' was resumed more than once."])
    #expect(count == 1)
  }

  @Test func `A load and a save that are never resumed end`() async throws {
    struct SilentKey: SharedKey {
      var id: Int { 0 }
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {}
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription {
        SharedSubscription {}
      }
      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {}
    }
    let issues = try await issues {
      @Shared(SilentKey()) var count = 1
      #expect(!$count.isLoading)
      try await $count.load()
      #expect(!$count.isLoading)
      try await $count.save()
    }
    #expect(issues.count == 3)
    #expect(issues.allSatisfy { $0.message.contains("was never resumed") })
  }
}
