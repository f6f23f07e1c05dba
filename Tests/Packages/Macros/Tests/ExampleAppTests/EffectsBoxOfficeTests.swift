import ComposableArchitecture
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite struct `the box office` {
  private struct SoldOut: Error {}

  private nonisolated static let aisle = BoxOffice.Seat(row: 2, number: 1)
  private nonisolated static let centre = BoxOffice.Seat(row: 2, number: 9)

  private let answers = AsyncThrowingStream.makeStream(of: Bool.self)

  private func makeStore() -> TestStoreOf<BoxOffice> {
    TestStore(
      initialState: BoxOffice.State(seats: [Self.aisle, Self.centre], tables: [UUID(4), UUID(5)])
    ) {
      BoxOffice()
    } withDependencies: { [answers] in
      $0.theatre.reserveSeat = { _, _ in
        for try await answer in answers.stream { return answer }
        throw CancellationError()
      }
      $0.theatre.reserveTable = { $1 && $0 != UUID(5) }
    }
  }

  @Test func `shows a wish at once, and then what the service says`() async {
    let store = makeStore()
    await store.send(\.seats[id: Self.aisle].reserveButtonTapped) {
      $0.seats[id: Self.aisle]?.isReserved = true
    }
    answers.continuation.yield(true)
    await store.receive(\.seats[id: Self.aisle].answered) {
      $0.seats[id: Self.aisle]?.isConfirmed = true
    }
    await store.finish()
  }

  @Test func `goes back to what was confirmed when a wish fails`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.seats[id: Self.aisle].reserveButtonTapped)
    answers.continuation.yield(true)
    await store.receive(\.seats[id: Self.aisle].answered)
    store.exhaustivity = .on
    await store.send(\.seats[id: Self.aisle].reserveButtonTapped) {
      $0.seats[id: Self.aisle]?.isReserved = false
    }
    answers.continuation.finish(throwing: SoldOut())
    await store.receive(\.seats[id: Self.aisle].answered) {
      $0.seats[id: Self.aisle]?.alert = AlertState {
        TextState("Not reserved")
      } actions: {
        ButtonState(role: .cancel) { TextState("Pity") }
      } message: {
        TextState("SoldOut()")
      }
      $0.seats[id: Self.aisle]?.isReserved = true
    }
    await store.send(\.seats[id: Self.aisle].alert.dismiss) {
      $0.seats[id: Self.aisle]?.alert = nil
    }
    await store.finish()
  }

  @Test func `asks only for the last of several wishes for one seat`() async {
    let store = makeStore()
    let log = LockIsolated<[String]>([])
    store.dependencies.theatre.reserveSeat = { _, wish in
      log.withValue { $0.append("\(wish)") }
      if !wish { return false }
      defer { log.withValue { $0.append("cancelled: \(Task.isCancelled)") } }
      return try await Task.never()
    }
    await store.send(\.seats[id: Self.aisle].reserveButtonTapped) {
      $0.seats[id: Self.aisle]?.isReserved = true
    }
    await store.send(\.seats[id: Self.centre].reserveButtonTapped) {
      $0.seats[id: Self.centre]?.isReserved = true
    }
    // Another seat cancels nothing.
    #expect(log.value == ["true", "true"])
    await store.send(\.seats[id: Self.centre].reserveButtonTapped) {
      $0.seats[id: Self.centre]?.isReserved = false
    }
    await store.receive(\.seats[id: Self.centre].answered)
    #expect(log.value.sorted() == ["cancelled: true", "false", "true", "true"])
    await store.skipInFlightEffects()
  }

  @Test func `reserves tables by another kind of identity`() async {
    let store = makeStore()
    await store.send(\.foyer.tables[id: UUID(4)].reserveButtonTapped) {
      $0.foyer.tables[id: UUID(4)]?.isReserved = true
    }
    await store.receive(\.foyer.tables[id: UUID(4)].answered) {
      $0.foyer.reserved = 1
      $0.foyer.tables[id: UUID(4)]?.isConfirmed = true
    }
    await store.send(\.foyer.tables[id: UUID(5)].reserveButtonTapped) {
      $0.foyer.tables[id: UUID(5)]?.isReserved = true
    }
    await store.receive(\.foyer.tables[id: UUID(5)].answered) {
      $0.foyer.tables[id: UUID(5)]?.alert = AlertState { TextState("Somebody was faster") }
      $0.foyer.tables[id: UUID(5)]?.isReserved = false
    }
    await store.send(\.foyer.tables[id: UUID(4)].reserveButtonTapped) {
      $0.foyer.tables[id: UUID(4)]?.isReserved = false
    }
    await store.receive(\.foyer.tables[id: UUID(4)].answered) {
      $0.foyer.reserved = 0
      $0.foyer.tables[id: UUID(4)]?.isConfirmed = false
    }
  }
}
