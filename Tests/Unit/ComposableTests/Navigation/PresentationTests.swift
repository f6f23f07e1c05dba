import Testing

@testable import Composable

@Suite struct PresentationTests {
  @Test func `A presented child runs on its state before its parent sees the action`() {
    let harness = StoreHarness(showing: .left(Leaf.State()))
    harness.left(.tap)
    #expect(harness.core.state.destination == .left(Leaf.State(count: 1)))
    #expect(harness.core.state.observedChildren == [Leaf.State(count: 1)])
  }

  @Test func `The parent sees dismiss while the child is present, then nil is set`() {
    let harness = StoreHarness(showing: .left(Leaf.State(count: 3)))
    harness.send(.destination(.dismiss))
    #expect(harness.core.state.observedChildren == [Leaf.State(count: 3)])
    #expect(harness.core.state.destination == nil)
  }

  @Test func `Dismiss keeps a child that the parent set in place of the old one`() {
    let harness = StoreHarness(showing: .left(Leaf.State()))
    harness.send(.replaceWhenHeard(.right(Leaf.State())))
    harness.send(.destination(.dismiss))
    #expect(harness.core.state.destination == .right(Leaf.State()))
  }

  @Test func `An action for an absent child is an issue at the ifLet`() {
    let harness = StoreHarness(showing: nil)
    let found = issues { harness.left(.tap) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("when nothing was presented") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
    #expect(issues { harness.send(.destination(.dismiss)) }.count == 1)
  }

  @Test func `The parent still receives an action for an absent child`() {
    let harness = StoreHarness(showing: nil)
    _ = issues { harness.send(.replaceWhenHeard(.right(Leaf.State()))) }
    _ = issues { harness.left(.tap) }
    #expect(harness.core.state.destination == .right(Leaf.State()))
  }

  @Test func `An alert is dismissed after one of its actions`() {
    let harness = StoreHarness(showing: .alert(.confirmation))
    harness.send(.destination(.presented(.alert(.confirm))))
    #expect(harness.core.state.destination == nil)
  }

  @Test func `An alert remains after another child's action`() {
    let harness = StoreHarness(showing: .alert(.confirmation))
    let found = issues { harness.left(.tap) }
    #expect(harness.core.state.destination == .alert(.confirmation))
    #expect(found.count == 1)
    #expect(found.first?.message.contains("set to a different case") == true)
  }

  @Test func `An alert that the parent sets after an alert's action remains`() {
    let harness = StoreHarness(showing: .alert(.confirmation))
    harness.send(.replaceWhenHeard(.left(Leaf.State())))
    harness.send(.destination(.presented(.alert(.confirm))))
    #expect(harness.core.state.destination == .left(Leaf.State()))
  }

  @Test func `An alert needs no reducer`() {
    struct Feature: Reducer {
      struct State: Equatable {
        @PresentationState var alert: AlertState<Branch.Choice>?
        @PresentationState var dialog: ConfirmationDialogState<Branch.Choice>?
        var confirmed = 0
      }
      enum Action {
        case alert(PresentationAction<Branch.Choice>)
        case dialog(PresentationAction<Branch.Choice>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .alert(.presented(.confirm)), .dialog(.presented(.confirm)): state.confirmed += 1
          case .alert, .dialog: break
          }
          return .none
        }
        .ifLet(\.$alert, action: /Action.alert)
        .ifLet(\.$dialog, action: /Action.dialog)
      }
    }
    let dialog = ConfirmationDialogState<Branch.Choice> { TextState("Which?") }
    let harness = StoreHarness<Feature.State, Feature.Action>(
      Feature.State(alert: .confirmation, dialog: dialog)
    ) { Feature() }
    harness.send(.alert(.presented(.confirm)))
    #expect(harness.core.state == Feature.State(dialog: dialog, confirmed: 1))
    harness.send(.dialog(.presented(.confirm)))
    #expect(harness.core.state == Feature.State(confirmed: 2))
  }

  @Test func `Dismissal cancels the child's effects`() {
    let harness = StoreHarness()
    harness.left(.start)
    #expect(harness.core.effects.count == 1)
    harness.send(.destination(.dismiss))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.events == ["started 1", "cancelled 1"])
  }

  @Test func `A parent that sets nil cancels the child's effects`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.show(nil))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A child with another id replaces the old one, whose effects are cancelled`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.show(.left(Leaf.State(id: 1))))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A child in another case replaces the old one, whose effects are cancelled`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.show(.right(Leaf.State())))
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A child whose state is replaced with the same id is the same child`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.show(.left(Leaf.State(count: 9))))
    #expect(harness.core.effects.count == 1)
  }

  @Test func `An alert in place of a child cancels the child's effects permanently`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.show(.alert(.confirmation)))
    #expect(harness.core.effects.isEmpty)
    harness.send(.destination(.presented(.alert(.confirm))))
    #expect(harness.core.effects.isEmpty)
    #expect(harness.events == ["started 1", "cancelled 1"])
  }

  @Test func `An effect that starts in the action that dismisses its child is cancelled`() {
    let harness = StoreHarness()
    harness.send(.replaceWhenHeard(.right(Leaf.State())))
    harness.left(.start)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `Effects of a child in the initial state are cancelled too`() {
    let state = Branch.State(
      destination: .left(Leaf.State()), replacement: .right(Leaf.State()))
    let harness = StoreHarness<Branch.State, Branch.Action>(state) { Branch() }
    harness.left(.start)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A child removed by other code is detected at the next action`() {
    let harness = StoreHarness()
    harness.left(.start)
    var state = harness.core.state
    state.destination = nil
    harness.core.restore(state)
    #expect(harness.core.effects.count == 1)
    harness.send(.tap)
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A child presented again with the same id starts without old effects`() {
    let harness = StoreHarness()
    harness.left(.start)
    harness.send(.destination(.dismiss))
    harness.send(.show(.left(Leaf.State())))
    harness.left(.start)
    #expect(harness.core.effects.map(\.id) == [2])
  }

  @Test func `A state can present one of its own type`() {
    struct Doll: Reducer {
      struct State: Equatable {
        @PresentationState var inner: State?
        var count = 0
      }
      indirect enum Action {
        case tap
        case inner(PresentationAction<Action>)
      }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          if case .tap = action { state.count += 1 }
          return .none
        }
        .ifLet(\.$inner, action: /Action.inner) { Doll() }
      }
    }
    let harness = StoreHarness<Doll.State, Doll.Action>(
      Doll.State(inner: Doll.State(inner: Doll.State()))
    ) { Doll() }
    harness.send(.inner(.presented(.inner(.presented(.tap)))))
    #expect(harness.core.state.inner?.inner?.count == 1)
  }
}
