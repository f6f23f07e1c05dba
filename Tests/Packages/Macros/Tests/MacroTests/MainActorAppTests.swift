import ComposableMacros
import MainActorApp
import Testing

/// The features of a target whose default isolation is the main actor, without 'nonisolated'.
///
/// A test cannot send `.set(\.filter, "apple")` there: a key path to an isolated property is not
/// `Sendable`, so the state would have to be `nonisolated`.
@MainActor
@Suite struct `Default isolation to the main actor` {
  @Test func `effects and rows work`() async {
    let clock = TestClock()
    let store = TestStore(initialState: Orchard.State()) {
      Orchard()
    } withDependencies: {
      $0.continuousClock = clock
      $0[Ladder.self].climb = { $0 * 7 }
    }
    await store.send(.planted(Tree(id: 1, kind: "pear"))) {
      $0.rows = [Row.State(tree: Tree(id: 1, kind: "pear"))]
    }
    await store.send(.rows(.element(id: 1, action: .view(.grafted(Tree(id: 9, kind: "plum")))))) {
      $0.rows[id: 1]?.tree.kind = "plum"
    }
    await store.send(.harvestButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.harvested.success, 21) {
      $0.apples = 21
      $0.destination = .note(Note.State())
    }
  }

  @Test func `an effect is cancelled by an identifier that is isolated`() async {
    let store = TestStore(initialState: Orchard.State()) {
      Orchard()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.harvestButtonTapped)
    await store.send(.stopButtonTapped)
    await store.finish()
  }

  @Test func `a case with several values is a plain case`() {
    let state = Orchard.Destination.State.map(3, zoom: 1.5)
    #expect(state[case: \.map]?.zoom == 1.5)
  }
}
