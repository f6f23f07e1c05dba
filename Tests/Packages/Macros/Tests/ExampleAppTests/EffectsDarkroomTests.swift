import ComposableArchitecture
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite struct `the darkroom` {
  private struct Failure: Error {}

  /// A laboratory that answers an upload when the test says so.
  private struct Lab: Sendable {
    let started = LockIsolated<[String]>([])
    private let answers = LockIsolated<[String: AsyncThrowingStream<Int, any Error>.Continuation]>(
      [:])

    func upload(_ picture: String) async throws -> Int {
      let answer = AsyncThrowingStream.makeStream(of: Int.self)
      started.withValue { $0.append(picture) }
      answers.withValue { $0[picture] = answer.continuation }
      for try await receipt in answer.stream { return receipt }
      throw CancellationError()
    }

    func answer(_ picture: String, _ result: Result<Int, any Error>) {
      answers.withValue { _ = $0[picture]?.yield(with: result) }
    }
  }

  private let clock = TestClock()
  private let lab = Lab()

  /// A store with the pictures "a", "b" and so on.
  private func makeStore(_ count: Int) async -> TestStoreOf<Darkroom> {
    let store = TestStore(initialState: Darkroom.State()) {
      Darkroom()
    } withDependencies: { [clock, lab] in
      $0.continuousClock = clock
      $0.lab.upload = { try await lab.upload($0) }
      $0.uuid = .incrementing
    }
    for (index, name) in ["a", "b", "c", "d"].prefix(count).enumerated() {
      await store.send(.added(name: name)) {
        $0.pictures.append(Darkroom.Picture(id: UUID(index), name: name))
      }
    }
    return store
  }

  private func receive(
    _ status: Darkroom.Picture.Status, _ index: Int, _ store: TestStoreOf<Darkroom>
  ) async {
    await store.receive(\.statusChanged) { $0.pictures[index].status = status }
  }

  private func begin(_ indices: Range<Int>, _ store: TestStoreOf<Darkroom>) async {
    await store.send(.uploadButtonTapped) { $0.isUploading = true }
    for index in indices { await receive(.uploading, index, store) }
  }

  @Test func `uploads two at a time, in any order of their ends`() async {
    let store = await makeStore(4)
    await begin(0..<2, store)
    #expect(lab.started.value == ["a", "b"])
    lab.answer("b", .success(7))
    await receive(.uploaded(receipt: 7), 1, store)
    await receive(.uploading, 2, store)
    #expect(lab.started.value == ["a", "b", "c"])
    lab.answer("a", .success(8))
    await receive(.uploaded(receipt: 8), 0, store)
    await receive(.uploading, 3, store)
    lab.answer("d", .success(9))
    await receive(.uploaded(receipt: 9), 3, store)
    lab.answer("c", .success(10))
    await receive(.uploaded(receipt: 10), 2, store)
    await store.receive(\.queueEmptied) { $0.isUploading = false }
    await store.send(.uploadButtonTapped)
    await store.finish()
  }

  @Test func `leaves pictures that are added later for the next upload`() async {
    let store = await makeStore(1)
    await begin(0..<1, store)
    await store.send(.added(name: "late")) {
      $0.pictures.append(Darkroom.Picture(id: UUID(1), name: "late"))
    }
    await store.send(.uploadButtonTapped)
    lab.answer("a", .success(1))
    await receive(.uploaded(receipt: 1), 0, store)
    await store.receive(\.queueEmptied) { $0.isUploading = false }
    #expect(store.state.waiting.map(\.name) == ["late"])
    await begin(1..<2, store)
    lab.answer("late", .success(2))
    await receive(.uploaded(receipt: 2), 1, store)
    await store.receive(\.queueEmptied) { $0.isUploading = false }
  }

  @Test(arguments: [2, 3]) func `tries three times`(failures: Int) async {
    let store = await makeStore(1)
    store.dependencies.continuousClock = ImmediateClock()
    store.dependencies.lab.upload = { [lab] name in
      lab.started.withValue { $0.append(name) }
      if lab.started.value.count <= failures { throw Failure() }
      return 1
    }
    await begin(0..<1, store)
    await receive(failures == 2 ? .uploaded(receipt: 1) : .failed("Failure()"), 0, store)
    await store.receive(\.queueEmptied) { $0.isUploading = false }
    #expect(lab.started.value == ["a", "a", "a"])
  }

  @Test func `cancels a picture, also between two attempts, and continues with the others`() async {
    let store = await makeStore(3)
    await begin(0..<2, store)
    await store.send(.cancelButtonTapped(id: UUID(0)))
    await receive(.cancelled, 0, store)
    await receive(.uploading, 2, store)
    lab.answer("b", .failure(Failure()))
    await clock.advance(by: .seconds(1))
    await store.send(.cancelButtonTapped(id: UUID(1)))
    await receive(.cancelled, 1, store)
    await clock.advance(by: .seconds(9))
    #expect(lab.started.value == ["a", "b", "c"])
    lab.answer("c", .success(1))
    await receive(.uploaded(receipt: 1), 2, store)
    await store.receive(\.queueEmptied) { $0.isUploading = false }
    await store.finish()
  }

  @Test func `removes a picture that is not being uploaded`() async {
    let store = await makeStore(1)
    await store.send(.cancelButtonTapped(id: UUID(0))) { $0.pictures = [] }
  }

  @Test func `stops all uploads without a word, and begins them again`() async {
    let store = await makeStore(3)
    await begin(0..<2, store)
    await store.send(.stopButtonTapped) {
      $0.isUploading = false
      $0.pictures[0].status = .waiting
      $0.pictures[1].status = .waiting
    }
    await store.finish()
    await begin(0..<2, store)
    #expect(lab.started.value == ["a", "b", "a", "b"])
    await store.send(.stopButtonTapped) {
      $0.isUploading = false
      $0.pictures[0].status = .waiting
      $0.pictures[1].status = .waiting
    }
  }

  @Test func `polls the load each five seconds until an error`() async {
    let store = await makeStore(0)
    let polls = LockIsolated(0)
    store.dependencies.lab.load = {
      polls.withValue { $0 += 1 }
      if polls.value == 3 { throw Failure() }
      return .printing(remaining: 9 - polls.value)
    }
    await store.send(.watchToggled(true))
    await store.receive(\.loaded, .printing(remaining: 8)) { $0.load = .printing(remaining: 8) }
    await clock.advance(by: .seconds(4))
    #expect(polls.value == 1)
    await clock.advance(by: .seconds(1))
    await store.receive(\.loaded) { $0.load = .printing(remaining: 7) }
    await clock.advance(by: .seconds(5))
    await store.receive(\.pollingStopped) {
      $0.load = nil
      $0.problem = "Failure()"
    }
    await clock.advance(by: .seconds(60))
    #expect(polls.value == 3)
    store.dependencies.lab.load = { .idle }
    await store.send(.watchToggled(true))
    await store.receive(\.loaded, .idle) {
      $0.load = .idle
      $0.problem = nil
    }
    await store.send(.watchToggled(false)) { $0.load = nil }
    await store.finish()
  }
}
