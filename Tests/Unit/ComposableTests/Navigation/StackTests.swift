import Testing

@testable import Composable

@Suite struct StackTests {
  @Test func `An element runs on its state before its parent sees the action`() {
    let harness = StoreHarness(height: 2)
    harness.send(.removeWhenHeard)
    harness.element(1, .show(.alert(.confirmation)))
    #expect(harness.core.state.observedIDs == [1])
    #expect(harness.transitions.last?.before.path.ids == [0, 1])
    #expect(harness.core.state.path.ids == [0])
  }

  @Test func `In a test, element IDs start at zero`() {
    #expect(StoreHarness(height: 3).core.state.path.ids == [0, 1, 2])
    #expect(StoreHarness(height: 1).core.state.path.ids == [0])
  }

  @Test func `An ID is not used twice after a pop`() {
    let harness = StoreHarness(height: 2)
    harness.send(.pop)
    harness.send(.push)
    #expect(harness.core.state.path.ids == [0, 2])
  }

  @Test func `A new element does not reuse the ID of a restored one`() {
    let harness = StoreHarness(height: 0)
    var state = Trunk.State()
    state.path[id: 0] = Branch.State(observedChildren: [nil])
    harness.core.restore(state)
    harness.send(.push)
    #expect(harness.core.state.path.ids == [0, 1])
    #expect(harness.core.state.path[id: 0] == Branch.State(observedChildren: [nil]))
  }

  @Test func `Pop from removes an element and all above it`() {
    let harness = StoreHarness(height: 3)
    harness.send(.path(.popFrom(id: 1)))
    #expect(harness.core.state.path.ids == [0])
  }

  @Test func `Push adds an element with its ID before the parent sees the action`() {
    let harness = StoreHarness(height: 1)
    harness.send(.path(.push(id: 1, state: Branch.State())))
    #expect(harness.core.state.path.ids == [0, 1])
    harness.send(.push)
    #expect(harness.core.state.path.ids == [0, 1, 2])
  }

  @Test func `A view pushes above a restored element`() {
    let harness = StoreHarness(height: 0)
    var state = Trunk.State()
    state.path[id: 4] = Branch.State()
    harness.core.restore(state)
    harness.send(.path(.push(id: 5, state: Branch.State())))
    #expect(harness.core.state.path.ids == [4, 5])
  }

  @Test func `Pushing an ID that is on the stack is an issue and changes nothing`() {
    let harness = StoreHarness(height: 1)
    let found = issues {
      harness.send(.path(.push(id: 0, state: Branch.State(observedChildren: [nil]))))
    }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("already contains") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
    #expect(harness.core.state.path[id: 0] == Branch.State())
  }

  @Test func `Pushing an ID that is too high is an issue in a test`() {
    let harness = StoreHarness(height: 1)
    let found = issues { harness.send(.path(.push(id: 7, state: Branch.State()))) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("unexpected ID #7 instead of #1") == true)
  }

  @Test func `An action for a missing element is an issue, and the parent still receives it`() {
    let harness = StoreHarness(height: 1)
    let found = issues { harness.element(5, .tap) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("missing element") == true)
    #expect(harness.core.state.observedIDs == [5])
  }

  @Test func `A pop of a missing element is an issue`() {
    let harness = StoreHarness(height: 1)
    let found = issues { harness.send(.path(.popFrom(id: 5))) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("popFrom") == true)
    #expect(harness.core.state.path.ids == [0])
  }

  @Test func `A pop cancels the effects of the element and of those above it`() {
    let harness = StoreHarness(height: 3)
    for id: StackElementID in [0, 1, 2] { harness.start(id) }
    harness.send(.path(.popFrom(id: 1)))
    #expect(harness.working == [0])
    harness.executor.drain()
    #expect(harness.core.effects.count == 1)
  }

  @Test func `When the parent removes an element, its effects are cancelled`() {
    let harness = StoreHarness(height: 2)
    harness.start(0)
    harness.start(1)
    harness.send(.pop)
    #expect(harness.working == [0])
    harness.send(.removeFirst)
    #expect(harness.working == [])
  }

  @Test func `An element removed by other code is detected at the next action`() {
    let harness = StoreHarness(height: 1)
    harness.start(0)
    var state = harness.core.state
    state.path.remove(id: 0)
    harness.core.restore(state)
    harness.send(.push)
    #expect(harness.working == [])
  }

  @Test func `An effect that starts in the action that removes its element is cancelled`() {
    let harness = StoreHarness(height: 1)
    harness.element(0, .show(.left(Leaf.State())))
    harness.send(.removeWhenHeard)
    harness.element(0, .destination(.presented(.left(.start))))
    #expect(harness.core.state.path.isEmpty)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Effects of an element in the initial state are cancelled too`() {
    var state = Trunk.State(removesOnChildAction: true)
    state.path[id: 0] = Branch.State(destination: .left(Leaf.State()))
    let harness = StoreHarness<Trunk.State, Trunk.Action>(state) { Trunk() }
    harness.element(0, .destination(.presented(.left(.start))))
    #expect(harness.core.state.path.isEmpty)
    #expect(harness.core.effects.isEmpty)
  }

  @Test @MainActor func `An element appended by a test gets the reducer's ID`() async {
    let store = TestStore(initialState: Trunk.State()) { Trunk() }
    for height in 1...2 {
      await store.send(.push) { $0.path.append(Branch.State()) }
      #expect(store.state.path.count == height)
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.push) { $0.path.append(Branch.State()) }
    #expect(store.state.path.ids == [0, 1, 2])
  }

  @Test @MainActor func `Each test store starts at zero, regardless of surrounding overrides`()
    async
  {
    for _ in 0..<2 {
      await withDependencies {
        $0.uuid = .incrementing
      } operation: {
        let store = TestStore(initialState: Trunk.State()) { Trunk() }
        await store.send(.push) { $0.path[id: 0] = Branch.State() }
      }
    }
  }
}
