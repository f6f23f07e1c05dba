import ComposableArchitecture
import ComposableTestSupport
import Foundation
import Testing

@testable import ExampleApps

@MainActor
@Suite(.dependencies) struct `The observatory` {
  private let clock = TestClock()

  private func makeStore(seeing: Double = 1) -> TestStoreOf<Observatory> {
    withDependencies {
      $0.continuousClock = clock
      $0.station.seeing = { seeing }
    } operation: {
      TestStore(initialState: Observatory.State()) { Observatory() }
    }
  }

  @Test func `binds values in the app's storage`() async {
    let store = makeStore()
    await store.send(\.binding.glassFilter, .violet) {
      $0.$glassFilter.withLock { $0 = .violet }
    }
    #expect(store.state.camera.filter == .violet)
    await store.send(\.camera.filterTurned) { $0.$glassFilter.withLock { $0 = .clear } }
    await store.send(\.binding.isRedLightOn, true) { $0.$isRedLightOn.withLock { $0 = true } }
    @Dependency(\.defaultAppStorage) var defaults
    #expect(defaults.bool(forKey: "isRedLightOn"))
    #expect(defaults.string(forKey: "glassFilter") == "clear")
  }

  @Test func `warns of light during an exposure, which changes a shared value by itself`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.binding.isRedLightOn, true)
    await store.send(\.camera.exposeTapped) { $0.camera.isExposing = true }
    await store.send(\.binding.isRedLightOn, false) {
      $0.warning = AlertState { TextState("White light spoils the exposure") }
    }
    await store.send(\.warning.dismiss) { $0.warning = nil }
    await clock.advance(by: .seconds(4))
    store.assert { $0.$exposures.withLock { $0 = 1 } }
    #expect(store.state.frames == 1)
    await clock.advance(by: .seconds(1))
    await store.receive(\.camera.shutterClosed) { $0.camera.isExposing = false }
    await store.send(\.binding.isRedLightOn, true)
    await store.send(\.binding.isRedLightOn, false)
    #expect(store.state.warning == nil)
  }

  @Test func `shares an element of a list with its sheet`() async throws {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.noted, "comet")
    await store.send(\.noted, "aurora")
    await store.send(\.sightingTapped, 1)
    await store.send(\.sighting.binding, .set(\.sighting.name, "meteor"))
    #expect(store.state.sightings.map(\.name) == ["meteor", "aurora"])
    await store.send(\.sighting.confirmTapped)
    #expect(store.state.sightings[id: 1]?.isConfirmed == true)
    @Shared(.sightings) var sightings
    $sightings.withLock { $0[id: 1]?.name = "satellite" }
    #expect(store.state.sighting?.sighting.name == "satellite")
    await store.send(\.sighting.retractTapped)
    #expect(store.state.sighting == nil)
    #expect(store.state.sightings.ids == [2])
    await store.send(\.sightingTapped, 1)
    #expect(store.state.sighting == nil)
  }

  @Test func `writes a list to a file`() async throws {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.noted, "comet")
    await store.send(\.confirmAllTapped)
    @Dependency(\.defaultFileStorage) var files
    let stored = try files.load(.documentsDirectory.appending(component: "sightings.plist"))
    let decoded = try PropertyListDecoder().decode(IdentifiedArrayOf<Sighting>.self, from: stored)
    #expect(decoded == [Sighting(id: 1, name: "comet", isConfirmed: true)])
  }

  @Test func `forgets at the end of the night what is not confirmed`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.noted, "comet")
    await store.send(\.confirmAllTapped)
    await store.send(\.noted, "lamp")
    @Shared(.exposures) var exposures
    $exposures.withLock { $0 = 12 }
    await store.send(\.nightEnded)
    #expect(store.state.sightings.map(\.name) == ["comet"])
    #expect(exposures == 0)
  }

  @Test func `reads the sensor on request and every ten seconds`() async throws {
    let readings = LockIsolated(0.0)
    let seeing = withDependencies {
      $0.continuousClock = clock
      $0.station.seeing = {
        readings.withValue {
          $0 += 0.5
          return $0
        }
      }
    } operation: {
      SharedReader(.seeing)
    }
    #expect(seeing.wrappedValue == 0)
    try await seeing.load()
    #expect(seeing.wrappedValue == 0.5)
    await clock.advance(by: .seconds(10))
    #expect(seeing.wrappedValue == 1)
  }

  @Test func `keeps the error of a sensor that fails`() async {
    struct Cloudy: Error {}
    let seeing = withDependencies {
      $0.continuousClock = clock
      $0.station.seeing = { throw Cloudy() }
    } operation: {
      SharedReader(.seeing)
    }
    await #expect(throws: Cloudy.self) { try await seeing.load() }
    #expect(seeing.loadError is Cloudy)
    #expect(seeing.wrappedValue == 0)
  }

  @Test func `books hours at the station, which can change and refuse them`() async {
    let store = makeStore()
    @Dependency(\.station) var station
    await store.send(\.binding.hours, 6) { $0.$hours.withLock { $0 = 6 } }
    #expect(station.book.value.hours == ["Vera": 6])
    station.reschedule("Vera", to: 3)
    store.assert { $0.$hours.withLock { $0 = 3 } }
    await withKnownIssue {
      await store.send(\.binding.hours, 9) { $0.$hours.withLock { $0 = 9 } }
    } matching: {
      $0.description.contains("TooLong")
    }
    #expect(store.state.$hours.saveError is BookingKey.TooLong)
    #expect(station.book.value.hours == ["Vera": 3])
    station.reschedule("Vera", to: nil)
    store.assert { $0.$hours.withLock { $0 = 2 } }
  }
}
