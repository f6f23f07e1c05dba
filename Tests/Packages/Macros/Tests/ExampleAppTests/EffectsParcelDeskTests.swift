import ComposableArchitecture
import Dispatch
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite struct `the parcel desk` {
  private nonisolated static let noon = Date(timeIntervalSince1970: 12)

  private let calls = LockIsolated<[String]>([])
  private let clock = TestClock()
  private let queue = DispatchQueue.test

  private func makeStore() -> TestStoreOf<ParcelDesk> {
    TestStore(initialState: ParcelDesk.State()) {
      ParcelDesk()
    } withDependencies: { [calls, clock, queue] in
      $0.continuousClock = clock
      $0.date.now = Self.noon
      $0.mainQueue = queue.eraseToAnyScheduler()
      $0.parcels.hints = { prefix in
        calls.withValue { $0.append("hints \(prefix)") }
        return ["\(prefix)x", "other"]
      }
      $0.parcels.locate = { code in
        calls.withValue { $0.append("locate \(code)") }
        return Parcel(id: code, place: "Harbour")
      }
      $0.parcels.reportScan = { code in calls.withValue { $0.append("scan \(code)") } }
    }
  }

  @Test func `looks a parcel up when typing pauses for 0.8 seconds`() async {
    let store = makeStore()
    await store.send(.codeChanged("a")) { $0.code = "a" }
    await queue.advance(by: .milliseconds(799))
    await store.send(.codeChanged("ab")) { $0.code = "ab" }
    await queue.advance(by: .milliseconds(799))
    #expect(calls.value == [])
    await queue.advance(by: .milliseconds(1))
    await store.receive(\.typingPaused) { $0.isLoading = true }
    await store.receive(\.located.success, Parcel(id: "ab", place: "Harbour")) {
      $0.checkedAt = Self.noon
      $0.isLoading = false
      $0.parcel = Parcel(id: "ab", place: "Harbour")
    }
    #expect(calls.value == ["locate ab"])
    await store.skipInFlightEffects()
  }

  @Test func `hints at the last code only, after 0.2 seconds`() async {
    let store = makeStore()
    store.dependencies.mainQueue = DispatchQueue.test.eraseToAnyScheduler()
    await store.send(.codeChanged("a")) { $0.code = "a" }
    await clock.advance(by: .milliseconds(199))
    await store.send(.codeChanged("ab")) { $0.code = "ab" }
    await clock.advance(by: .milliseconds(199))
    #expect(calls.value == [])
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.hinted, ["ABX"]) { $0.hints = ["ABX"] }
    #expect(calls.value == ["hints ab"])
    await store.skipInFlightEffects()
  }

  @Test func `leaves the hints alone for a complete code, and clears them after an error`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.codeChanged("a"))
    await clock.advance(by: .milliseconds(200))
    await store.receive(\.hinted) { $0.hints = ["AX"] }
    await store.send(.codeChanged("12345678"))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.hints == ["AX"])
    store.dependencies.parcels.hints = { _ in throw ParcelClient.Unavailable() }
    await store.send(.codeChanged("b"))
    await clock.advance(by: .milliseconds(200))
    await store.receive(\.hinted, []) { $0.hints = [] }
    #expect(calls.value == ["hints a"])
  }

  @Test func `forgets everything when the code is cleared`() async {
    let store = makeStore()
    await store.send(.codeChanged("a")) { $0.code = "a" }
    await store.send(.codeChanged("")) { $0.code = "" }
    await store.finish()
    await store.send(.pulledToRefresh)
    #expect(calls.value == [])
  }

  @Test func `tries three times, with a pause that doubles`() async {
    let store = makeStore()
    store.dependencies.mainQueue = .immediate
    store.dependencies.parcels.locate = { [calls] code in
      calls.withValue { $0.append("locate \(code)") }
      if calls.value.count < 3 { throw ParcelClient.Unavailable() }
      return Parcel(id: code, place: "Depot")
    }
    await store.send(.codeChanged("12345678")) { $0.code = "12345678" }
    await store.receive(\.typingPaused) { $0.isLoading = true }
    await clock.advance(by: .milliseconds(999))
    #expect(calls.count == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(calls.count == 2)
    await clock.advance(by: .milliseconds(1_999))
    #expect(calls.count == 2)
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.located.success) {
      $0.checkedAt = Self.noon
      $0.isLoading = false
      $0.parcel = Parcel(id: "12345678", place: "Depot")
    }
    await store.finish()
  }

  @Test func `gives up after three attempts of ten seconds`() async {
    let store = makeStore()
    store.exhaustivity = .off(showSkippedAssertions: false)
    store.dependencies.parcels.locate = { _ in try await Task.never() }
    await store.send(.codeChanged("12345678"))
    await store.send(.pulledToRefresh)
    await clock.advance(by: .seconds(32))
    #expect(store.state.problem == nil)
    await clock.advance(by: .seconds(1))
    await store.receive(\.located.failure) {
      $0.isLoading = false
      $0.problem = "DeadlineExceeded()"
    }
  }

  @Test func `shows that it loads until a refresh has finished`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.codeChanged("a"))
    let refresh = await store.send(.pulledToRefresh) { $0.isLoading = true }
    await refresh.finish()
    await store.receive(\.located) { $0.isLoading = false }
  }

  @Test func `cancels a refresh, by a button or by its task`() async {
    let store = makeStore()
    store.dependencies.parcels.locate = { _ in try await Task.never() }
    store.dependencies.mainQueue = .immediate
    await store.send(.codeChanged("12345678")) { $0.code = "12345678" }
    await store.receive(\.typingPaused) { $0.isLoading = true }
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
    let refresh = await store.send(.pulledToRefresh) { $0.isLoading = true }
    await refresh.cancel()
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
    // The hint of a complete code ends with a `CancellationError`.
    await clock.advance(by: .milliseconds(200))
    await store.finish()
  }

  @Test func `accepts a label once a second, and the latest of those between`() async {
    let store = makeStore()
    await store.send(.scanned("a"))
    await store.receive(\.scanAccepted, "a") { $0.scans = ["a"] }
    await queue.advance(by: .milliseconds(400))
    await store.send(.scanned("b"))
    await store.send(.scanned("c"))
    await queue.advance(by: .milliseconds(599))
    #expect(calls.value == ["scan a"])
    await queue.advance(by: .milliseconds(1))
    await store.receive(\.scanAccepted, "c") { $0.scans = ["a", "c"] }
    #expect(calls.value == ["scan a", "scan c"])
    await store.finish()
  }

  @Test func `has a preview client with hints and depots`() async throws {
    let client = ParcelClient.previewValue
    #expect(try await client.hints(prefix: "q") == ["q1", "q2", "q3"])
    #expect(try await client.locate(code: "abc") == Parcel(id: "abc", place: "Depot 3"))
  }
}
