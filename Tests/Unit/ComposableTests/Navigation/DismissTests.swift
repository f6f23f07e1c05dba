import Testing

@testable import Composable

@Suite struct DismissTests {
  @Test func `A presented child dismisses itself by the parent's dismiss action`() {
    let harness = StoreHarness()
    harness.left(.close)
    #expect(harness.actions == [.destination(.presented(.left(.close))), .destination(.dismiss)])
    #expect(harness.core.state.destination == nil)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `The dismiss action is attributed to the calling effect`() {
    let harness = StoreHarness()
    harness.left(.close)
    #expect(harness.transitions.map(\.cause) == [.sent, .received(effect: 1)])
  }

  @Test func `A child sends nothing after it has dismissed itself`() {
    let harness = StoreHarness()
    harness.left(.closeThenTap)
    #expect(
      harness.actions == [.destination(.presented(.left(.closeThenTap))), .destination(.dismiss)])
  }

  @Test func `A cancelled effect dismisses nothing`() {
    let harness = StoreHarness()
    harness.left(.closeOnceStopped)
    harness.left(.stop)
    #expect(harness.core.state.destination == .left(Leaf.State()))
  }

  @Test func `A task that outlives a cancelled effect dismisses nothing`() {
    let signal = Signal()
    let harness = StoreHarness<Branch.State, Branch.Action>(
      Branch.State(destination: .left(Leaf.State()))
    ) {
      EmptyReducer().ifLet(\.$destination, action: /Branch.Action.destination) {
        Reduce<Branch.Destination.State, Branch.Destination.Action> { _, action in
          guard action == .left(.start) else { return .cancel(id: Leaf.CancelID.work) }
          let dismiss = DependencyValues.current.dismiss
          return .run { _ in
            // Not a child task, so it is not cancelled with the effect, which ends after it.
            let executor = EffectContext.current?.executor
            await Task(executorPreference: executor) {
              await signal.wait()
              await dismiss()
            }.value
          }
          .cancellable(id: Leaf.CancelID.work)
        }
      }
    }
    harness.left(.start)
    harness.left(.stop)
    #expect(harness.core.effects.map(\.isCancelled) == [true])
    signal.signal()
    harness.waitForExternalWork()
    #expect(harness.core.effects.isEmpty)
    #expect(harness.actions.count == 2)
    #expect(harness.core.state.destination == .left(Leaf.State()))
  }

  @Test func `Dismissing a feature that is not presented is an issue at the call`() {
    let harness = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State()) { Leaf() }
    let found = issues { harness.send(.close) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("it is not presented") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
  }

  @Test func `A feature can read whether it is presented`() {
    let alone = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State()) { Leaf() }
    alone.send(.askWhetherPresented)
    #expect(alone.core.state.count == -1)
    let harness = StoreHarness()
    harness.left(.askWhetherPresented)
    #expect(harness.core.state.destination == .left(Leaf.State(count: 1)))
  }

  @Test func `Dismissal can be overridden for a feature that is not presented`() {
    let log = Log<String>()
    var dependencies = DependencyValues(context: .test)
    dependencies.dismiss = DismissEffect { log.record("dismissed") }
    let harness = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State(), dependencies: dependencies) {
      Leaf()
    }
    harness.send(.close)
    harness.send(.askWhetherPresented)
    #expect(log.all == ["dismissed"])
    #expect(harness.core.state.count == 1)
  }

  @Test func `An element of a stack dismisses itself and the elements above it`() {
    let harness = StoreHarness(height: 3)
    harness.element(1, .close)
    #expect(harness.core.state.path.ids == [0])
    #expect(harness.actions.last == .path(.popFrom(id: 1)))
  }

  @Test func `A child within an element dismisses itself and not the element`() {
    let harness = StoreHarness(height: 2)
    harness.element(1, .show(.left(Leaf.State())))
    harness.element(1, .destination(.presented(.left(.close))))
    #expect(harness.core.state.path.ids == [0, 1])
    #expect(harness.core.state.path[id: 1]?.destination == nil)
    #expect(
      harness.actions.last == .path(.element(id: 1, action: .destination(.dismiss))))
  }

  @Test func `Of two siblings with equal children, the right one dismisses its child`() {
    struct Pair: Reducer {
      struct State: Equatable {
        var one = Branch.State(destination: .left(Leaf.State()))
        var two = Branch.State(destination: .left(Leaf.State()))
      }
      enum Action: Equatable {
        case one(Branch.Action)
        case two(Branch.Action)
      }
      var body: some ReducerOf<Self> {
        Scope(state: \.one, action: /Action.one) { Branch() }
        Scope(state: \.two, action: /Action.two) { Branch() }
      }
    }
    let harness = StoreHarness<Pair.State, Pair.Action>(Pair.State()) { Pair() }
    harness.send(.one(.destination(.presented(.left(.start)))))
    harness.send(.two(.destination(.presented(.left(.close)))))
    #expect(harness.core.state.one.destination != nil)
    #expect(harness.core.state.two.destination == nil)
  }
}
