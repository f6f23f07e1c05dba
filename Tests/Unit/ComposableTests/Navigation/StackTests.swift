import Testing

@testable import Composable

@Suite struct StackTests {
  @Test func `An element runs on its state before its parent sees the action`() {
    let drive = StoreHarness(height: 2)
    drive.send(.removeWhenHeard)
    drive.element(1, .show(.alert(.confirmation)))
    #expect(drive.core.state.observedIDs == [1])
    #expect(drive.transitions.last?.before.path.ids == [0, 1])
    #expect(drive.core.state.path.ids == [0])
  }

  @Test func `In a test the elements' IDs count from zero`() {
    #expect(StoreHarness(height: 3).core.state.path.ids == [0, 1, 2])
    #expect(StoreHarness(height: 1).core.state.path.ids == [0])
  }

  @Test func `An ID is not used twice after a pop`() {
    let drive = StoreHarness(height: 2)
    drive.send(.pop)
    drive.send(.push)
    #expect(drive.core.state.path.ids == [0, 2])
  }

  @Test func `A new element does not take the ID of one that was put back`() {
    let drive = StoreHarness(height: 0)
    var state = Trunk.State()
    state.path[id: 0] = Branch.State(observedChildren: [nil])
    drive.core.restore(state)
    drive.send(.push)
    #expect(drive.core.state.path.ids == [0, 1])
    #expect(drive.core.state.path[id: 0] == Branch.State(observedChildren: [nil]))
  }

  @Test func `Pop from takes an element and all above it`() {
    let drive = StoreHarness(height: 3)
    drive.send(.path(.popFrom(id: 1)))
    #expect(drive.core.state.path.ids == [0])
  }

  @Test func `Push puts an element on top under its ID, before the parent sees it`() {
    let drive = StoreHarness(height: 1)
    drive.send(.path(.push(id: 1, state: Branch.State())))
    #expect(drive.core.state.path.ids == [0, 1])
    drive.send(.push)
    #expect(drive.core.state.path.ids == [0, 1, 2])
  }

  @Test func `Push of an ID that is on the stack is an issue and changes nothing`() {
    let drive = StoreHarness(height: 1)
    let found = issues {
      drive.send(.path(.push(id: 0, state: Branch.State(observedChildren: [nil]))))
    }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("already contains") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
    #expect(drive.core.state.path[id: 0] == Branch.State())
  }

  @Test func `Push of an ID that is far ahead is an issue in a test`() {
    let drive = StoreHarness(height: 1)
    let found = issues { drive.send(.path(.push(id: 7, state: Branch.State()))) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("unexpected ID #7 instead of #1") == true)
  }

  @Test func `An action for an element that is not there is an issue that the parent still sees`() {
    let drive = StoreHarness(height: 1)
    let found = issues { drive.element(5, .tap) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("missing element") == true)
    #expect(drive.core.state.observedIDs == [5])
  }

  @Test func `A pop of an element that is not there is an issue`() {
    let drive = StoreHarness(height: 1)
    let found = issues { drive.send(.path(.popFrom(id: 5))) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("popFrom") == true)
    #expect(drive.core.state.path.ids == [0])
  }

  @Test func `A pop cancels the effects of the element and of those above it`() {
    let drive = StoreHarness(height: 3)
    for id: StackElementID in [0, 1, 2] { drive.start(id) }
    drive.send(.path(.popFrom(id: 1)))
    #expect(drive.working == [0])
    drive.executor.drain()
    #expect(drive.core.effects.count == 1)
  }

  @Test func `An element that its parent removes takes its effects along`() {
    let drive = StoreHarness(height: 2)
    drive.start(0)
    drive.start(1)
    drive.send(.pop)
    #expect(drive.working == [0])
    drive.send(.removeFirst)
    #expect(drive.working == [])
  }

  @Test func `An element that somebody else removed is noticed at the next action`() {
    let drive = StoreHarness(height: 1)
    drive.start(0)
    var state = drive.core.state
    state.path.remove(id: 0)
    drive.core.restore(state)
    drive.send(.push)
    #expect(drive.working == [])
  }

  @Test func `An effect that starts in the action that removes its element is cancelled`() {
    let drive = StoreHarness(height: 1)
    drive.element(0, .show(.left(Leaf.State())))
    drive.send(.removeWhenHeard)
    drive.element(0, .destination(.presented(.left(.start))))
    #expect(drive.core.state.path.isEmpty)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `That holds for an element of the first state and its first action too`() {
    var state = Trunk.State(removesOnChildAction: true)
    state.path[id: 0] = Branch.State(destination: .left(Leaf.State()))
    let drive = StoreHarness<Trunk.State, Trunk.Action>(state) { Trunk() }
    drive.element(0, .destination(.presented(.left(.start))))
    #expect(drive.core.state.path.isEmpty)
    #expect(drive.core.effects.isEmpty)
  }

  @Test @MainActor func `What a test appends to a stack has the ID that the reducer gave it`() async
  {
    let store = TestStore(initialState: Trunk.State()) { Trunk() }
    for height in 1...2 {
      await store.send(.push) { $0.path.append(Branch.State()) }
      #expect(store.state.path.count == height)
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.push) { $0.path.append(Branch.State()) }
    #expect(store.state.path.ids == [0, 1, 2])
  }

  @Test @MainActor func `Each test store counts from zero, whatever is overridden around it`() async
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
