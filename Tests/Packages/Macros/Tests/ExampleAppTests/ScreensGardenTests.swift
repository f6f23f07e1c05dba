import ComposableArchitecture
import ComposableTestSupport
import Foundation
import Testing

@testable import ExampleApps

@MainActor
@Suite struct `The garden` {
  private let hill = Plot(
    id: UUID(9), name: "Hill", beds: Grid(rows: 1, columns: 2, filledWith: .garlic))
  private let morning = Date(timeIntervalSince1970: 1_000)

  private func makeStore(
    _ plots: IdentifiedArrayOf<Plot>,
    _ update: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<GardenApp> {
    @Shared(.plots) var shared
    $shared.withLock { $0 = plots }
    return TestStore(initialState: GardenApp.State()) {
      GardenApp()
    } withDependencies: {
      $0.date = .constant(morning)
      $0.locale = Locale(identifier: "en_US")
      $0.uuid = .incrementing
      update(&$0)
    }
  }

  @Test func `adds a plot, and chooses crops in a sheet above its form`() async {
    let store = makeStore([])
    await store.send(\.list.addTapped) {
      $0.list.form = PlotForm.State(plot: Plot(id: UUID(0)))
    }
    await store.send(\.list.form.bedTapped, 1) {
      $0.list.form?.bed = 1
      $0.list.form?.focus = nil
      $0.list.form?.crops = Chooser.State(
        title: "Bed B1", options: IdentifiedArray(uniqueElements: Crop.allCases))
    }
    await store.send(\.list.form.crops.optionTapped, .squash)
    await store.receive(\.list.form.crops.delegate.chose, .squash) {
      $0.list.form?.plot.beds[1] = .squash
    }
    await store.receive(\.list.form.crops.dismiss) {
      $0.list.form?.bed = nil
      $0.list.form?.crops = nil
    }
    await store.send(\.list.form.bedTapped, 4)
    var plot = Plot(id: UUID(0), name: "Plot 1")
    plot.beds[1] = .squash
    await store.send(\.list.saveTapped) {
      $0.list.$plots.withLock { $0 = [plot] }
      $0.list.form = nil
    }
  }

  @Test func `clears the beds of a form`() async {
    let store = TestStore(initialState: PlotForm.State(plot: hill)) { PlotForm() }
    await store.send(\.clearTapped) {
      $0.plot.beds[0] = nil
      $0.plot.beds[1] = nil
    }
    await store.send(\.binding.focus, .note) { $0.focus = .note }
  }

  @Test func `keeps a form's changes apart until they are saved`() async {
    let store = makeStore([hill])
    store.exhaustivity = .off
    await store.send(\.list.plotTapped, UUID(9))
    await store.send(\.path[id: 0].plot.editTapped)
    await store.send(\.path[id: 0].plot.destination.edit.binding, .set(\.plot.name, "Brook"))
    #expect(store.state.list.plots[id: UUID(9)]?.name == "Hill")
    await store.send(\.path[id: 0].plot.saveTapped)
    #expect(store.state.list.plots[id: UUID(9)]?.name == "Brook")
    #expect(store.state.path[id: 0, case: \.plot]?.destination == nil)
  }

  @Test func `shows the settings if the valve is locked`() async {
    let isShown = LockIsolated(false)
    let store = TestStore(initialState: PlotDetail.State(plot: Shared(value: hill))) {
      PlotDetail()
    } withDependencies: {
      $0.valve.isUnlocked = { false }
      $0.openSettings = { isShown.setValue(true) }
    }
    await store.send(\.waterTapped) { $0.destination = .alert(.locked) }
    await store.send(\.destination.alert.openSettings) { $0.destination = nil }
    #expect(isShown.value)
  }

  @Test func `waters every bed, notes it and leaves the screen`() async {
    let clock = TestClock()
    let store = makeStore([hill]) {
      $0.continuousClock = clock
      $0.valve.isUnlocked = { true }
      $0.valve.open = { AsyncThrowingStream { $0.yield(1.5) } }
    }
    store.exhaustivity = .off
    await store.send(\.list.plotTapped, UUID(9))
    await store.send(\.path[id: 0].plot.waterTapped)
    await store.receive(\.path[id: 0].plot.delegate.startRound)
    #expect(store.state.path[id: 1, case: \.round]?.crop == .garlic)
    let round = await store.send(\.path[id: 1].round.task)
    await store.receive(\.path[id: 1].round.gushed)
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].round.tick) {
      $0.path[id: 1, case: \.round]?.done = 1
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 1].round.tick) {
      $0.path[id: 1, case: \.round]?.done = 2
    }
    await store.receive(\.path.popFrom, 1)
    await round.finish()
    #expect(store.state.path.count == 1)
    #expect(
      store.state.list.plots[id: UUID(9)]?.waterings
        == [Watering(id: UUID(0), day: morning, litres: 1.5, note: "")])
  }

  @Test func `stops the time while an alert asks`() async {
    let clock = TestClock()
    let isLeft = LockIsolated(false)
    let store = TestStore(
      initialState: WateringRound.State(plot: Shared(value: hill), litres: 1234)
    ) {
      WateringRound()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(morning)
      $0.locale = Locale(identifier: "fr_CH")
      $0.uuid = .constant(UUID(5))
      $0.valve.open = { .finished() }
      $0.dismiss = DismissEffect { isLeft.setValue(true) }
    }
    await store.send(\.task)
    await store.send(\.endTapped) {
      $0.alert = AlertState {
        TextState("End the round?")
      } actions: {
        ButtonState(action: .note) { TextState("Note it") }
        ButtonState(role: .destructive, action: .discard) { TextState("Forget it") }
        ButtonState(role: .cancel) { TextState("Go on") }
      } message: {
        TextState("\(1234.0.formatted(.number.locale(Locale(identifier: "fr_CH")))) litres so far")
      }
    }
    await clock.advance(by: .seconds(5))
    for _ in 1...5 { await store.receive(\.tick) }
    await store.send(\.alert.note) {
      $0.alert = nil
      $0.$plot.withLock {
        $0.waterings = [Watering(id: UUID(5), day: morning, litres: 1234, note: "ended early")]
      }
    }
    #expect(isLeft.value && store.isDismissed)
  }

  @Test func `can go home when the hose leaks`() async {
    struct Leak: Error, CustomStringConvertible { let description = "at the tap" }
    let store = TestStore(initialState: WateringRound.State(plot: Shared(value: hill))) {
      WateringRound()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.valve.open = { AsyncThrowingStream { $0.finish(throwing: Leak()) } }
    }
    await store.send(\.task)
    await store.receive(\.leaked) {
      $0.alert = AlertState {
        TextState("The hose leaks")
      } actions: {
        ButtonState(role: .destructive, action: .discard) { TextState("Go home") }
        ButtonState(role: .cancel) { TextState("Go on") }
      } message: {
        TextState("at the tap")
      }
    }
    await store.send(\.alert.discard) { $0.alert = nil }
    #expect(store.isDismissed)
  }

  @Test func `has a live valve that gushes once`() async throws {
    var litres: [Double] = []
    for try await gush in Valve.liveValue.open() { litres.append(gush) }
    #expect(Valve.liveValue.isUnlocked() && litres == [1])
  }

  @Test func `pops the screen of a plot that is given up`() async {
    let store = makeStore([hill])
    store.exhaustivity = .off
    await store.send(\.list.plotTapped, UUID(9))
    await store.send(\.path[id: 0].plot.deleteTapped)
    await store.send(\.path[id: 0].plot.destination.alert.confirmDeletion)
    #expect(store.state.list.plots.isEmpty)
    await store.receive(\.path.popFrom, 0)
    #expect(store.state.path.isEmpty)
  }

  @Test func `shows and forgets waterings, and ends all screens at home`() async {
    var plot = hill
    let watering = Watering(id: UUID(3), day: morning, litres: 2, note: "")
    plot.waterings = [watering]
    let clock = TestClock()
    let store = makeStore([plot]) {
      $0.continuousClock = clock
      $0.valve.isUnlocked = { true }
      $0.valve.open = { .never }
    }
    await store.send(\.list.plotTapped, UUID(9)) {
      $0.path[id: 0] = .plot(PlotDetail.State(plot: Shared(value: plot)))
    }
    await store.send(\.path[id: 0].plot.wateringTapped, UUID(4))
    await store.send(\.path[id: 0].plot.wateringTapped, UUID(3))
    await store.receive(\.path[id: 0].plot.delegate.showWatering, watering) {
      $0.path[id: 1] = .watering(watering)
    }
    await store.send(.path(.popFrom(id: 1))) { $0.path.pop(from: 1) }
    await store.send(\.path[id: 0].plot.waterTapped)
    await store.withExhaustivity(.off) { await store.skipReceivedActions() }
    let round = await store.send(\.path[id: 2].round.task)
    await store.send(\.path[id: 0].plot.forgetWaterings, [0]) {
      $0.list.$plots.withLock { $0[id: UUID(9)]?.waterings = [] }
    }
    await store.send(\.homeTapped) { $0.path.removeAll() }
    await round.finish()
    await clock.advance(by: .seconds(5))
    await store.send(\.list.removed, [0]) { $0.list.$plots.withLock { $0 = [] } }
  }
}
