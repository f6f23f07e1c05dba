import ComposableArchitecture
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite struct `the tide gauge` {
  private let clock = TestClock()
  private let events = AsyncStream.makeStream(of: TelemetryClient.Event.self)
  private let frames = AsyncStream.makeStream(of: Result<TelemetryClient.Frame, any Error>.self)
  private let pings = LockIsolated(0)

  private func makeStore() -> TestStoreOf<TideGauge> {
    TestStore(initialState: TideGauge.State(station: "North Mole")) {
      TideGauge()
    } withDependencies: { [clock, events, frames, pings] in
      $0.continuousClock = clock
      $0.telemetry.connect = { id, station in
        #expect(id == TelemetryClient.ID("gauge"))
        #expect(station == "North Mole")
        return events.stream
      }
      $0.telemetry.frames = { _ in frames.stream }
      $0.telemetry.ping = { _ in pings.withValue { $0 += 1 } }
    }
  }

  private func connect(_ store: TestStoreOf<TideGauge>) async {
    await store.send(.lineButtonTapped) { $0.link = .dialing }
    events.continuation.yield(.established(channel: 5))
    await store.receive(\.event.established, 5) { $0.link = .online(channel: 5) }
  }

  private func alert(_ title: String, _ message: String) -> AlertState<TideGauge.Action.Alert> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(action: .redialButtonTapped) { TextState("Dial again") }
      ButtonState(role: .cancel) { TextState("Leave it") }
    } message: {
      TextState(message)
    }
  }

  @Test func `shows what arrives until the other side hangs up`() async {
    let store = makeStore()
    await connect(store)
    frames.continuation.yield(.success(.level(centimetres: -12)))
    await store.receive(\.frame.success, .level(centimetres: -12)) { $0.levels = [-12] }
    frames.continuation.yield(.success(.notice("low battery")))
    await store.receive(\.frame.success) { $0.notices = ["low battery"] }
    events.continuation.yield(.hungUp(reason: "storm"))
    events.continuation.finish()
    await store.receive(\.event.hungUp) {
      $0.link = .idle
      $0.notices = ["low battery", "storm"]
    }
    await store.finish()
  }

  @Test func `closes the line while it is dialing`() async {
    let store = makeStore()
    let isClosed = LockIsolated(false)
    events.continuation.onTermination = { _ in isClosed.setValue(true) }
    await store.send(.lineButtonTapped) { $0.link = .dialing }
    #expect(!isClosed.value)
    await store.send(.lineButtonTapped) { $0.link = .idle }
    await store.finish()
    #expect(isClosed.value)
  }

  @Test func `loses a command that is under way when the line is closed`() async {
    let store = makeStore()
    let log = LockIsolated<[String]>([])
    store.dependencies.telemetry.transmit = { command, _ in
      do {
        try await Task.never()
      } catch {
        log.withValue { $0.append("\(command) is lost") }
        throw error
      }
    }
    await store.send(.measureButtonTapped)
    await connect(store)
    await store.send(.measureButtonTapped)
    #expect(log.value == [])
    await store.send(.lineButtonTapped) { $0.link = .idle }
    await store.finish()
    #expect(log.value == ["measure is lost"])
  }

  @Test func `reports a command that fails, and keeps the line`() async {
    let store = makeStore()
    store.dependencies.telemetry.transmit = { _, _ in throw TelemetryClient.NoSuchLine() }
    await connect(store)
    await store.send(.selfTestButtonTapped)
    await store.receive(\.commandFailed) {
      $0.alert = alert("Cannot selfTest", "NoSuchLine()")
    }
    frames.continuation.yield(.success(.level(centimetres: 3)))
    await store.receive(\.frame.success) { $0.levels = [3] }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await store.send(.lineButtonTapped) { $0.link = .idle }
    await store.finish()
  }

  @Test func `pings each 20 seconds, and gives a ping 5 seconds`() async {
    let store = makeStore()
    await connect(store)
    await clock.advance(by: .seconds(59))
    #expect(pings.value == 2)
    store.dependencies.telemetry.ping = { _ in try await Task.never() }
    let isClosed = LockIsolated(false)
    events.continuation.onTermination = { _ in isClosed.setValue(true) }
    await clock.advance(by: .seconds(1))
    #expect(pings.value == 3)
    await store.send(.lineButtonTapped) { $0.link = .idle }
    await store.finish()
    #expect(isClosed.value)
  }

  @Test func `declares the line dead if a ping is not answered, and dials again`() async {
    let store = makeStore()
    store.dependencies.telemetry.ping = { _ in try await Task.never() }
    await connect(store)
    await clock.advance(by: .seconds(24))
    await clock.advance(by: .seconds(1))
    await store.receive(\.lineDied) {
      $0.alert = alert("The line is dead", "DeadlineExceeded()")
      $0.link = .idle
    }
    store.dependencies.telemetry.connect = { _, _ in .finished }
    await store.send(\.alert.redialButtonTapped) {
      $0.alert = nil
      $0.link = .dialing
    }
    await store.finish()
  }

  @Test func `hangs up at a broken frame`() async {
    let store = makeStore()
    await connect(store)
    frames.continuation.yield(.failure(TelemetryClient.NoSuchLine()))
    await store.receive(\.frame.failure) {
      $0.alert = alert("The line is dead", "NoSuchLine()")
      $0.link = .idle
    }
    await store.finish()
  }
}

@Suite struct `the live telemetry client` {
  private let first = TelemetryClient.ID("first")
  private let second = TelemetryClient.ID("second")

  @Test func `answers commands on the line that they were sent on`() async throws {
    try await withDependencies {
      // A quarter of a tide.
      $0.date.now = Date(timeIntervalSinceReferenceDate: 11_178)
    } operation: {
      let client = TelemetryClient.liveValue
      var events = await client.connect(id: first, station: "A").makeAsyncIterator()
      let other = await client.connect(id: second, station: "B")
      #expect(await events.next() == .established(channel: 1))
      var frames = try await client.frames(id: first).makeAsyncIterator()
      try await client.transmit(command: .selfTest, id: second)
      try await client.transmit(command: .measure, id: first)
      #expect(try await frames.next()?.get() == .level(centimetres: 200))
      withExtendedLifetime(other) {}
    }
  }

  @Test func `closes a line that another one replaces`() async throws {
    let client = TelemetryClient.liveValue
    var old = await client.connect(id: first, station: "A").makeAsyncIterator()
    var frames = try await client.frames(id: first).makeAsyncIterator()
    var new = await client.connect(id: first, station: "A").makeAsyncIterator()
    #expect(await frames.next() == nil)
    #expect(await old.next() == .established(channel: 1))
    #expect(await old.next() == .hungUp(reason: "replaced"))
    #expect(await old.next() == nil)
    #expect(await new.next() == .established(channel: 2))
    // The end of the old stream, which another task handles, does not close the new line.
    await Task.megaYield()
    try await client.ping(id: first)
    await #expect(throws: TelemetryClient.NoSuchLine()) { try await client.ping(id: second) }
  }

  @Test func `refuses a call to nowhere`() async {
    let client = TelemetryClient.liveValue
    var events = await client.connect(id: first, station: "").makeAsyncIterator()
    #expect(await events.next() == .hungUp(reason: "no station"))
    await #expect(throws: TelemetryClient.NoSuchLine()) { try await client.frames(id: first) }
  }
}
