import ComposableArchitecture
import ComposableTestSupport
import Dispatch
import Testing

@testable import ExampleApps

@MainActor
@Suite struct `The museum` {
  private let clock = TestClock()

  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Museum> {
    TestStore(initialState: Museum.State()) {
      Museum()
    } withDependencies: {
      $0.continuousClock = clock
      update(&$0)
    }
  }

  @Test func `loads a catalogue before it is presented`() async {
    let store = makeStore()
    await store.send(\.catalogueTapped) { $0.isFetchingCatalogue = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.catalogueFetched, 96) {
      $0.isFetchingCatalogue = false
      $0.destination = .catalogue(Catalogue.State(pages: 96))
    }
    #expect(store.state.destination?.is(\.catalogue) == true)
    await store.send(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func `stops loading a catalogue at the second tap`() async {
    let store = makeStore()
    let request = await store.send(\.catalogueTapped) { $0.isFetchingCatalogue = true }
    await store.send(\.catalogueTapped) { $0.isFetchingCatalogue = false }
    await request.finish()
    await clock.advance(by: .seconds(2))
  }

  @Test func `loads the tracks of a guide after it is presented, until it is dismissed`() async {
    let store = makeStore()
    await store.send(\.guideTapped) { $0.destination = .guide(AudioGuide.State()) }
    await store.send(\.destination.guide.playTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.tracksFetched) {
      $0.destination?.modify(\.guide) { $0.tracks = ["Bronze", "Glass"] }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    let request = await store.send(\.guideTapped) { $0.destination = .guide(AudioGuide.State()) }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await request.finish()
  }

  @Test func `plays on a scheduler, until the last track ends`() async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: AudioGuide.State(tracks: ["A", "B"])) {
      AudioGuide()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
    await store.send(\.playTapped) { $0.isPlaying = true }
    await queue.advance(by: .seconds(30))
    await store.receive(\.trackEnded) { $0.track = 1 }
    await store.send(\.playTapped) { $0.isPlaying = false }
    await queue.advance(by: .seconds(60))
    await store.send(\.playTapped) { $0.isPlaying = true }
    await queue.advance(by: .seconds(30))
    await store.receive(\.trackEnded) {
      $0.track = 0
      $0.isPlaying = false
    }
    await queue.run()
  }

  @Test func `plays all tracks at once if the scheduler does not wait`() async {
    let store = TestStore(initialState: AudioGuide.State(tracks: ["A", "B"])) {
      AudioGuide()
    } withDependencies: {
      $0.mainQueue = .immediate
    }
    await store.send(\.playTapped) { $0.isPlaying = true }
    await store.receive(\.trackEnded) { $0.track = 1 }
    await store.receive(\.trackEnded) {
      $0.track = 0
      $0.isPlaying = false
    }
  }

  @Test func `drops the tracks of a guide that a catalogue has replaced`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.catalogueTapped)
    await clock.advance(by: .milliseconds(1500))
    let request = await store.send(\.guideTapped)
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.catalogueFetched)
    store.exhaustivity = .on
    await request.finish()
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func `ends the effects of a sheet that another one replaces`() async {
    let queue = DispatchQueue.test
    let store = makeStore { $0.mainQueue = queue.eraseToAnyScheduler() }
    store.exhaustivity = .off
    await store.send(\.guideTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.tracksFetched)
    let playback = await store.send(\.destination.guide.playTapped)
    await store.send(\.catalogueTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(\.catalogueFetched) {
      $0.destination = .catalogue(Catalogue.State(pages: 96))
    }
    store.exhaustivity = .on
    await playback.finish()
    await queue.advance(by: .seconds(60))
    await store.finish()
  }

  @Test func `opens a room above another`() async {
    let store = makeStore()
    await store.send(\.roomTapped, 1) { $0.path[id: 0] = Room.State(number: 1) }
    await store.send(\.path[id: 0].doorTapped)
    await store.receive(\.path[id: 0].delegate.enter, 2) { $0.path[id: 1] = Room.State(number: 2) }
    await store.send(\.path[id: 1].exhibit.sound.muteTapped) {
      $0.path[id: 1]?.exhibit.modify(\.sound) { $0.isMuted = true }
    }
    await store.send(\.path[id: 0].exhibit.picture.stepped, -1) {
      $0.path[id: 0]?.exhibit.modify(\.picture) { $0.distance = 2 }
    }
    await store.send(\.stairsTapped) { $0.path.pop(to: 0) }
    await store.send(\.roomTapped, 4) { $0.path[id: 2] = Room.State(number: 4) }
    await store.send(\.roomTapped, 5) { $0.path[id: 3] = Room.State(number: 5) }
    await store.send(\.roomClosed, 2) { $0.path.pop(from: 2) }
    await store.send(\.roomClosed, 2)
    await store.send(\.exitTapped) { $0.path.removeAll() }
  }

  @Test func `ends the effects of the rooms that are left`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.roomTapped, 1)
    await store.send(\.roomTapped, 2)
    let first = await store.send(\.path[id: 0].task)
    let second = await store.send(\.path[id: 1].task)
    await clock.advance(by: .seconds(60))
    await store.receive(\.path[id: 0].minutePassed) { $0.path[id: 0]?.minutes = 1 }
    await store.receive(\.path[id: 1].minutePassed) { $0.path[id: 1]?.minutes = 1 }
    await store.send(\.path[id: 1].labelTapped) {
      $0.path[id: 1]?.label = WallLabel.State(text: "Room 2")
    }
    await store.send(\.path[id: 1].label.magnified) { $0.path[id: 1]?.label?.isLarge = true }
    await store.send(\.path[id: 1].label.leaveRoomTapped)
    await store.receive(\.path.popFrom, 1) { $0.path.pop(from: 1) }
    await second.finish()
    #expect(!first.isCancelled)
    await store.send(\.exitTapped)
    store.exhaustivity = .on
    await first.finish()
    await store.finish()
  }

  @Test func `closes a label without leaving the room`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(\.roomTapped, 1)
    await store.send(\.path[id: 0].labelTapped)
    await store.send(\.path[id: 0].label.closeTapped)
    await store.receive(\.path[id: 0].label.dismiss) { $0.path[id: 0]?.label = nil }
    #expect(store.state.path.count == 1)
    await store.send(\.path[id: 0].leaveTapped)
    await store.receive(\.path.popFrom, 0)
    #expect(store.state.path.isEmpty)
  }

  @Test func `does not leave a room without a stack`() async {
    let store = Store(initialState: Room.State(number: 1)) { Room() }
    // Dismissing would report an issue.
    await store.send(.leaveTapped).finish()
  }
}
