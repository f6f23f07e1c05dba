import Testing

@testable import Composable

@Suite struct DismissTests {
  @Test func `A presented child dismisses itself by the parent's dismiss action`() {
    let drive = StoreHarness()
    drive.left(.close)
    #expect(drive.actions == [.destination(.presented(.left(.close))), .destination(.dismiss)])
    #expect(drive.core.state.destination == nil)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `The dismiss action is that of the effect that called`() {
    let drive = StoreHarness()
    drive.left(.close)
    #expect(drive.transitions.map(\.cause) == [.sent, .received(effect: 1)])
  }

  @Test func `A child sends nothing after it has dismissed itself`() {
    let drive = StoreHarness()
    drive.left(.closeThenTap)
    #expect(
      drive.actions == [.destination(.presented(.left(.closeThenTap))), .destination(.dismiss)])
  }

  @Test func `A cancelled effect dismisses nothing`() {
    let drive = StoreHarness()
    drive.left(.closeOnceStopped)
    drive.left(.stop)
    #expect(drive.core.state.destination == .left(Leaf.State()))
  }

  @Test func `What outlives a cancelled effect dismisses nothing`() {
    let signal = Signal()
    let drive = StoreHarness<Branch.State, Branch.Action>(
      Branch.State(destination: .left(Leaf.State()))
    ) {
      EmptyReducer().ifLet(\.$destination, action: /Branch.Action.destination) {
        Reduce<Branch.Destination.State, Branch.Destination.Action> { _, action in
          guard action == .left(.start) else { return .cancel(id: Leaf.CancelID.work) }
          let dismiss = DependencyValues.current.dismiss
          return .run { _ in
            // No child task: it is not cancelled with the effect, which goes on until it has ended.
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
    drive.left(.start)
    drive.left(.stop)
    #expect(drive.core.effects.map(\.isCancelled) == [true])
    signal.signal()
    drive.waitForExternalWork()
    #expect(drive.core.effects.isEmpty)
    #expect(drive.actions.count == 2)
    #expect(drive.core.state.destination == .left(Leaf.State()))
  }

  @Test func `To dismiss a feature that nobody presents is an issue where it was called`() {
    let drive = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State()) { Leaf() }
    let found = issues { drive.send(.close) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("nobody presents it") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
  }

  @Test func `A feature can ask whether it is presented`() {
    let alone = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State()) { Leaf() }
    alone.send(.askWhetherPresented)
    #expect(alone.core.state.count == -1)
    let drive = StoreHarness()
    drive.left(.askWhetherPresented)
    #expect(drive.core.state.destination == .left(Leaf.State(count: 1)))
  }

  @Test func `Dismissal can be overridden where nobody presents the feature`() {
    let log = Log<String>()
    var dependencies = DependencyValues(context: .test)
    dependencies.dismiss = DismissEffect { log.record("dismissed") }
    let drive = StoreHarness<Leaf.State, Leaf.Action>(Leaf.State(), dependencies: dependencies) {
      Leaf()
    }
    drive.send(.close)
    drive.send(.askWhetherPresented)
    #expect(log.all == ["dismissed"])
    #expect(drive.core.state.count == 1)
  }

  @Test func `An element of a stack dismisses itself and what is above it`() {
    let drive = StoreHarness(height: 3)
    drive.element(1, .close)
    #expect(drive.core.state.path.ids == [0])
    #expect(drive.actions.last == .path(.popFrom(id: 1)))
  }

  @Test func `A child within an element dismisses itself and not the element`() {
    let drive = StoreHarness(height: 2)
    drive.element(1, .show(.left(Leaf.State())))
    drive.element(1, .destination(.presented(.left(.close))))
    #expect(drive.core.state.path.ids == [0, 1])
    #expect(drive.core.state.path[id: 1]?.destination == nil)
    #expect(
      drive.actions.last == .path(.element(id: 1, action: .destination(.dismiss))))
  }

  @Test func `Of two features side by side that present equal children the right one dismisses`() {
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
    let drive = StoreHarness<Pair.State, Pair.Action>(Pair.State()) { Pair() }
    drive.send(.one(.destination(.presented(.left(.start)))))
    drive.send(.two(.destination(.presented(.left(.close)))))
    #expect(drive.core.state.one.destination != nil)
    #expect(drive.core.state.two.destination == nil)
  }
}
