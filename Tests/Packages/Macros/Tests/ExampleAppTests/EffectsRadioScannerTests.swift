import ComposableArchitecture
import ExampleApps
import Testing

@MainActor
@Suite struct `the radio scanner` {
  private struct Static: Error {}

  private let clock = TestClock()
  private let power = LockIsolated<[Bool]>([])
  private let sounds = AsyncStream.makeStream(of: String.self)
  private let strongest = AsyncStream.makeStream(of: RadioClient.Signal.self)

  private func makeStore(
    _ change: (inout RadioScanner.State) -> Void = { _ in }
  ) -> TestStoreOf<RadioScanner> {
    var state = RadioScanner.State()
    change(&state)
    return TestStore(initialState: state) {
      RadioScanner()
    } withDependencies: { [clock, power, sounds, strongest] in
      $0.continuousClock = clock
      $0.radio.setPower = { isOn in power.withValue { $0.append(isOn) } }
      $0.radio.sounds = { _ in sounds.stream }
      $0.radio.strength = { $0 }
      $0.radio.strongest = { strongest.stream }
    }
  }

  private func hear(_ strengths: ClosedRange<Int>) {
    for strength in strengths {
      strongest.continuation.yield(RadioClient.Signal(frequency: 90, strength: strength))
    }
  }

  @Test func `is on, and shows the strongest signal, while it is visible`() async {
    let store = makeStore()
    let visible = await store.send(.task)
    #expect(power.value == [true])
    hear(1...3)
    await store.receive(\.strongestChanged) { $0.strongest = .init(frequency: 90, strength: 1) }
    await clock.advance(by: .milliseconds(999))
    hear(4...4)
    await clock.advance(by: .milliseconds(1))
    await store.receive(\.strongestChanged) { $0.strongest = .init(frequency: 90, strength: 4) }
    #expect(power.value == [true])
    await visible.cancel()
    #expect(power.value == [true, false])
    hear(5...5)
    await store.finish()
  }

  @Test func `sweeps up to a strong signal, past one that it cannot measure`() async {
    let store = makeStore()
    store.dependencies.radio.strength = {
      if $0 == 88 { throw Static() }
      return $0 == 89 ? 71 : 70
    }
    await store.send(.sweepButtonTapped) {
      $0.sweep = 1
      $0.sweeps = 1
    }
    await store.receive(\.measured) { $0.frequency = 87 }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.measured) { $0.frequency = 89 }
    await store.receive(\.holdButtonTapped)
    await store.receive(\.sweepEnded, 1) { $0.sweep = nil }
    await store.finish()
  }

  @Test func `sweeps to the end of the band`() async {
    let store = makeStore()
    store.exhaustivity = .off
    store.dependencies.continuousClock = ImmediateClock()
    store.dependencies.radio.strength = { _ in 0 }
    await store.send(.sweepButtonTapped)
    await store.receive(\.sweepEnded) {
      $0.frequency = 107
      $0.sweep = nil
    }
  }

  @Test func `begins another sweep from the bottom, which alone goes on`() async {
    let store = makeStore()
    store.dependencies.radio.strength = { _ in 0 }
    store.exhaustivity = .off
    await store.send(.sweepButtonTapped)
    await clock.advance(by: .milliseconds(750))
    await store.skipReceivedActions()
    #expect(store.state.frequency == 90)
    await store.send(.sweepButtonTapped)
    await store.receive(\.sweepEnded, 1)
    #expect(store.state.sweep == 2)
    #expect(store.state.frequency == 87)
    await clock.advance(by: .milliseconds(250))
    store.exhaustivity = .on
    await store.receive(\.measured) { $0.frequency = 88 }
    await store.send(.holdButtonTapped)
    await store.receive(\.sweepEnded, 2) { $0.sweep = nil }
  }

  @Test func `listens until the tuner is muted or closed`() async {
    let store = makeStore { $0.frequency = 99 }
    let isSilent = LockIsolated(0)
    sounds.continuation.onTermination = { _ in isSilent.withValue { $0 += 1 } }
    await store.send(.tuneButtonTapped) { $0.tuner = Tuner.State(frequency: 99) }
    await store.send(\.tuner.task)
    sounds.continuation.yield("crackle")
    await store.receive(\.tuner.heard, "crackle") { $0.tuner?.sounds = ["crackle"] }
    await store.send(\.tuner.muteButtonTapped) { $0.tuner?.isMuted = true }
    #expect(isSilent.value == 1)
    store.dependencies.radio.sounds = { frequency in
      AsyncStream { $0.yield("hiss at \(frequency)") }
    }
    await store.send(\.tuner.muteButtonTapped) { $0.tuner?.isMuted = false }
    await store.receive(\.tuner.heard) { $0.tuner?.sounds = ["crackle", "hiss at 99"] }
    await store.send(\.tuner.dismiss) { $0.tuner = nil }
    await store.finish()
  }

  @Test func `closes a tuner that still listens`() async {
    let store = makeStore { $0.tuner = Tuner.State(frequency: 99) }
    let isSilent = LockIsolated(false)
    sounds.continuation.onTermination = { _ in isSilent.setValue(true) }
    await store.send(\.tuner.task)
    #expect(!isSilent.value)
    await store.send(\.tuner.dismiss) { $0.tuner = nil }
    await store.finish()
    #expect(isSilent.value)
  }

  @Test(arguments: [true, false])
  func `writes a note to its end although the tuner is gone`(succeeds: Bool) async {
    let shelf = AsyncStream.makeStream(of: Bool.self)
    let store = makeStore { $0.tuner = Tuner.State(frequency: 99) }
    store.dependencies.radio.note = { _ in
      for await isWritten in shelf.stream where !isWritten { throw Static() }
    }
    await store.send(\.tuner.noteButtonTapped)
    await store.receive(\.tuner.delegate.note, 99) { $0.tuner = nil }
    if !succeeds { shelf.continuation.yield(false) }
    shelf.continuation.finish()
    await store.receive(\.noted) {
      if succeeds { $0.noted = [99] } else { $0.problem = "99: Static()" }
    }
    await store.finish()
  }

  @Test func `tunes to no frequency before a sweep`() async {
    await makeStore().send(.tuneButtonTapped)
  }
}
