import ComposableArchitecture
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite struct `the bread oven` {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<BreadOven> {
    TestStore(initialState: BreadOven.State()) {
      BreadOven()
    } withDependencies: { [clock] in
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 80))
    }
  }

  @Test func `runs the phases one after the other, and heats beside them`() async {
    let store = makeStore()
    await store.send(.startButtonTapped)
    await store.receive(\.phaseBegan, .preheating) { $0.phase = .preheating }
    await clock.advance(by: .seconds(10))
    await store.receive(\.heated, 50) {
      $0.celsius = 70
      $0.glow = .orange
    }
    await clock.advance(by: .seconds(20))
    await store.receive(\.heated) {
      $0.celsius = 120
      $0.glow = .red
    }
    await store.receive(\.phaseBegan, .steaming) { $0.phase = .steaming }
    await store.receive(\.heated) { $0.celsius = 170 }
    await clock.advance(by: .seconds(10))
    await store.receive(\.phaseBegan, .baking) { $0.phase = .baking }
    await store.receive(\.heated) { $0.celsius = 220 }
    await clock.advance(by: .seconds(39))
    await store.receive(\.heated) { $0.celsius = 240 }
    await store.receive(\.heated)
    await store.receive(\.heated)
    await clock.advance(by: .seconds(1))
    await store.receive(\.done) {
      $0.doneAt = Date(timeIntervalSince1970: 80)
      $0.phase = nil
    }
    await store.receive(\.heated)
    await store.send(.doorOpened)
    await store.finish()
  }

  @Test(arguments: [59, 60]) func `burns the loaf after a minute`(seconds: Int) async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(80))
    await store.receive(\.done)
    await clock.advance(by: .seconds(seconds))
    await store.skipReceivedActions()
    #expect(store.state.isBurnt == (seconds == 60))
    #expect(store.state.glow == (seconds == 60 ? .brown : .red))
    if seconds < 60 { await store.send(.doorOpened) }
    store.exhaustivity = .on
    await store.finish()
  }

  @Test func `starts again from the beginning`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(29))
    await store.send(.startButtonTapped) { $0.celsius = 20 }
    await clock.advance(by: .seconds(29))
    await store.skipReceivedActions()
    #expect(store.state.phase == .preheating)
    #expect(store.state.celsius == 120)
    await clock.advance(by: .seconds(1))
    await store.receive(\.phaseBegan, .steaming)
    await store.skipInFlightEffects()
  }

  @Test func `forgets a loaf that may burn when it starts again`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(80))
    await store.receive(\.done)
    await store.send(.startButtonTapped)
    await clock.advance(by: .seconds(60))
    await store.skipReceivedActions()
    #expect(store.state.phase == .baking)
    #expect(!store.state.isBurnt)
  }

  @Test func `asks before it stops the program`() async {
    let store = makeStore()
    await store.send(.startButtonTapped)
    await store.receive(\.phaseBegan) { $0.phase = .preheating }
    let alert = AlertState<BreadOven.Action.Alert> {
      TextState("The oven is hot")
    } actions: {
      ButtonState(
        role: .destructive, action: .send(.discardButtonTapped, animation: .easeOut(duration: 1))
      ) {
        TextState("Take the loaf out")
      }
      ButtonState(role: .cancel) { TextState("Close the door") }
    } message: {
      TextState("It is 20 degrees inside.")
    }
    await store.send(.doorOpened) { $0.alert = alert }
    await store.send(\.alert.dismiss) { $0.alert = nil }
    await clock.advance(by: .seconds(10))
    await store.receive(\.heated) {
      $0.celsius = 70
      $0.glow = .orange
    }
    await store.send(.doorOpened) {
      $0.alert = alert
      $0.alert?.message = TextState("It is 70 degrees inside.")
    }
    await store.send(\.alert.discardButtonTapped) { $0 = BreadOven.State() }
    await store.finish()
  }
}
