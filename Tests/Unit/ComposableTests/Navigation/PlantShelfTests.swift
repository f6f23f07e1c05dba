import Foundation
import Testing

@testable import Composable

@Suite struct PlantShelfTests {
  private let fern = Plant(id: UUID(7), species: "fern")

  private func makeHarness(
    _ plants: Plant...
  ) -> StoreHarness<PlantShelf.State, PlantShelf.Action> {
    var dependencies = DependencyValues(context: .test)
    dependencies.uuid = .incrementing
    let shelf = PlantShelf.State(plants: IdentifiedArray(uniqueElements: plants))
    return StoreHarness(shelf, dependencies: dependencies) { PlantShelf() }
  }

  @Test func `A sheet reports its result by delegation, then dismisses itself`() {
    let harness = makeHarness()
    harness.send(.pot)
    harness.send(.overlay(.presented(.potting(.species("moss")))))
    harness.send(.overlay(.presented(.potting(.finish))))
    let moss = Plant(id: UUID(0), species: "moss")
    #expect(
      harness.actions.suffix(2) == [
        .overlay(.presented(.potting(.potted(moss)))), .overlay(.dismiss),
      ])
    #expect(harness.core.state == PlantShelf.State(plants: [moss]))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A sheet that dismisses itself without a result changes nothing else`() {
    let harness = makeHarness()
    harness.send(.pot)
    harness.send(.overlay(.presented(.potting(.giveUp))))
    #expect(harness.core.state == PlantShelf.State())
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `The answer of an alert reaches its parent, and the alert is dismissed`() {
    let harness = makeHarness(fern)
    harness.send(.throwAway(fern.id))
    #expect(harness.core.state.overlay == .question(.throwAway(fern.id, from: "the shelf")))
    harness.send(.overlay(.presented(.question(fern.id))))
    #expect(harness.core.state == PlantShelf.State())
  }

  @Test func `An alert that is dismissed has no other effect`() {
    let harness = makeHarness(fern)
    harness.send(.throwAway(fern.id))
    harness.send(.overlay(.dismiss))
    #expect(harness.core.state == PlantShelf.State(plants: [fern]))
  }

  @Test func `A screen on the stack reports to its parent, then pops itself`() {
    let harness = makeHarness(fern)
    harness.send(.look(at: fern.id))
    harness.send(.screens(.element(id: 0, action: .throwAway)))
    #expect(harness.core.state.screens[id: 0]?.question != nil)
    harness.send(.screens(.element(id: 0, action: .question(.presented(.compost)))))
    #expect(
      harness.actions.suffix(2) == [
        .screens(.element(id: 0, action: .gone)), .screens(.popFrom(id: 0)),
      ])
    #expect(harness.core.state == PlantShelf.State())
    #expect(harness.core.effects.isEmpty)
  }
}
