import Testing

@testable import Composable

@Suite struct NavigationCancellationTests {
  @Test func `The same identifier in two elements of a stack cancels one and not the other`() {
    let harness = StoreHarness(height: 2)
    harness.start(0)
    harness.start(1)
    harness.element(0, .destination(.presented(.left(.stop))))
    #expect(harness.working == [1])
  }

  @Test func `Cancel in an element reaches the features that the element presents`() {
    let harness = StoreHarness(height: 2)
    harness.start(0)
    harness.start(1)
    harness.element(1, .stop)
    #expect(harness.working == [0])
  }

  @Test func `Cancel in the root reaches all elements of the stack`() {
    let harness = StoreHarness(height: 2)
    harness.start(0)
    harness.start(1)
    harness.send(.stop)
    #expect(harness.working == [])
  }

  @Test func `Cancel in a child does not reach its parent's effects`() {
    let harness = StoreHarness<Branch.State, Branch.Action>(
      Branch.State(destination: .left(Leaf.State()))
    ) {
      Branch()
      Reduce { _, action in
        action == .tap
          ? .run { _ in try await Task.never() }.cancellable(id: Leaf.CancelID.work) : .none
      }
    }
    harness.send(.tap)
    harness.left(.start)
    harness.left(.stop)
    #expect(harness.core.effects.map(\.id) == [1])
  }

  @Test func `Dismissal of a child within an element keeps the other elements' effects`() {
    let harness = StoreHarness(height: 2)
    harness.start(0)
    harness.start(1)
    harness.element(0, .destination(.dismiss))
    #expect(harness.working == [1])
  }

  @Test func `Dismissal of a feature cancels the effects of its children`() {
    struct Root: Reducer {
      struct State: Equatable { @PresentationState var trunk: Trunk.State? }
      enum Action: Equatable { case trunk(PresentationAction<Trunk.Action>) }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.$trunk, action: /Action.trunk) { Trunk() }
      }
    }
    let harness = StoreHarness<Root.State, Root.Action>(Root.State(trunk: Trunk.State())) { Root() }
    let send = { (action: Trunk.Action) in harness.send(.trunk(.presented(action))) }
    send(.push)
    send(.path(.element(id: 0, action: .show(.left(Leaf.State())))))
    send(.path(.element(id: 0, action: .destination(.presented(.left(.start))))))
    #expect(harness.core.effects.count == 1)
    harness.send(.trunk(.dismiss))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `An effect of a child is labelled with its feature's cancellation ID`() {
    let harness = StoreHarness(height: 1)
    harness.start(0)
    harness.element(0, .destination(.presented(.left(.closeOnceStopped))))
    #expect(harness.core.effects.map(\.label) == ["work", "work"])
    let unnamed = StoreHarness<Branch.State, Branch.Action>(
      Branch.State(destination: .left(Leaf.State()))
    ) {
      EmptyReducer().ifLet(\.$destination, action: /Branch.Action.destination) {
        Reduce<Branch.Destination.State, Branch.Destination.Action> { _, _ in
          .run { _ in try await Task.never() }
        }
      }
    }
    unnamed.left(.tap)
    #expect(unnamed.core.effects.map(\.label) == [nil])
  }

  @Test func `Paths with equal IDs are equal`() {
    let one = NavigationID(\Trunk.State.path, id: 1)
    let two = NavigationID(\Trunk.State.path, id: 2)
    let path = NavigationIDPath.root.appending(one).appending(two)
    #expect(path == NavigationIDPath.root.appending(one).appending(two))
    #expect(path.hashValue == NavigationIDPath.root.appending(one).appending(two).hashValue)
    #expect(path != NavigationIDPath.root.appending(two).appending(two))
    #expect(path != NavigationIDPath.root.appending(two))
    #expect(path.parent == NavigationIDPath.root.appending(one))
    #expect(NavigationIDPath.root.parent == nil)
  }

  @Test func `A cancelled stack leaves no registered scopes`() {
    let harness = StoreHarness(height: 3)
    for id: StackElementID in [0, 1, 2] { harness.start(id) }
    harness.send(.path(.popFrom(id: 0)))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.core.cancellables.isEmpty)
  }

  @Test func `A pop does not affect an element with the same ID in a nested stack`() {
    struct Node: Reducer {
      struct State: Equatable { var path = StackState<State>() }
      indirect enum Action: Equatable {
        case start
        case path(StackAction<State, Action>)
      }
      var body: some ReducerOf<Self> {
        Reduce { _, action in
          action == .start ? .run { _ in try await Task.never() } : .none
        }
        .forEach(\.path, action: /Action.path) { Reduce(Node()) }
      }
    }
    var inner = Node.State()
    inner.path[id: 1] = Node.State()
    var state = Node.State()
    state.path[id: 0] = inner
    state.path[id: 1] = Node.State()
    let harness = StoreHarness<Node.State, Node.Action>(state) { Node() }
    harness.send(
      .path(.element(id: 0, action: .path(.element(id: 1, action: .start)))))
    harness.send(.path(.element(id: 1, action: .start)))
    harness.send(.path(.popFrom(id: 1)))
    #expect(harness.core.effects.map(\.id) == [1])
    harness.send(.path(.popFrom(id: 0)))
    #expect(harness.core.effects.isEmpty)
  }
}
