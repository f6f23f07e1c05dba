import Testing

@testable import Composable

@Suite struct NavigationCancellationTests {
  @Test func `The same identifier in two elements of a stack cancels one and not the other`() {
    let drive = StoreHarness(height: 2)
    drive.start(0)
    drive.start(1)
    drive.element(0, .destination(.presented(.left(.stop))))
    #expect(drive.working == [1])
  }

  @Test func `Cancel in an element reaches the features that the element presents`() {
    let drive = StoreHarness(height: 2)
    drive.start(0)
    drive.start(1)
    drive.element(1, .stop)
    #expect(drive.working == [0])
  }

  @Test func `Cancel in the root reaches all that are on the stack`() {
    let drive = StoreHarness(height: 2)
    drive.start(0)
    drive.start(1)
    drive.send(.stop)
    #expect(drive.working == [])
  }

  @Test func `Cancel in a child does not reach its parent's effects`() {
    let drive = StoreHarness<Branch.State, Branch.Action>(
      Branch.State(destination: .left(Leaf.State()))
    ) {
      Branch()
      Reduce { _, action in
        action == .tap
          ? .run { _ in try await Task.never() }.cancellable(id: Leaf.CancelID.work) : .none
      }
    }
    drive.send(.tap)
    drive.left(.start)
    drive.left(.stop)
    #expect(drive.core.effects.map(\.id) == [1])
  }

  @Test func `Dismissal of a child within an element leaves the other elements' effects`() {
    let drive = StoreHarness(height: 2)
    drive.start(0)
    drive.start(1)
    drive.element(0, .destination(.dismiss))
    #expect(drive.working == [1])
  }

  @Test func `Dismissal of a feature ends the effects of what it presents`() {
    struct Root: Reducer {
      struct State: Equatable { @PresentationState var trunk: Trunk.State? }
      enum Action: Equatable { case trunk(PresentationAction<Trunk.Action>) }
      var body: some ReducerOf<Self> {
        EmptyReducer().ifLet(\.$trunk, action: /Action.trunk) { Trunk() }
      }
    }
    let drive = StoreHarness<Root.State, Root.Action>(Root.State(trunk: Trunk.State())) { Root() }
    let send = { (action: Trunk.Action) in drive.send(.trunk(.presented(action))) }
    send(.push)
    send(.path(.element(id: 0, action: .show(.left(Leaf.State())))))
    send(.path(.element(id: 0, action: .destination(.presented(.left(.start))))))
    #expect(drive.core.effects.count == 1)
    drive.send(.trunk(.dismiss))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `An effect of a child is labelled by the identifier that its feature gave`() {
    let drive = StoreHarness(height: 1)
    drive.start(0)
    drive.element(0, .destination(.presented(.left(.closeOnceStopped))))
    #expect(drive.core.effects.map(\.label) == ["work", "work"])
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

  @Test func `A path is equal to one that was made of equal steps`() {
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

  @Test func `What a cancelled stack leaves behind is nothing`() {
    let drive = StoreHarness(height: 3)
    for id: StackElementID in [0, 1, 2] { drive.start(id) }
    drive.send(.path(.popFrom(id: 0)))
    #expect(drive.core.effects.isEmpty)
    #expect(drive.core.cancellables.isEmpty)
  }

  @Test func `A pop leaves alone an element of the same ID in a stack within another element`() {
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
    let drive = StoreHarness<Node.State, Node.Action>(state) { Node() }
    drive.send(
      .path(.element(id: 0, action: .path(.element(id: 1, action: .start)))))
    drive.send(.path(.element(id: 1, action: .start)))
    drive.send(.path(.popFrom(id: 1)))
    #expect(drive.core.effects.map(\.id) == [1])
    drive.send(.path(.popFrom(id: 0)))
    #expect(drive.core.effects.isEmpty)
  }
}
