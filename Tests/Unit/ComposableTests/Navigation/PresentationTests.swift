import Testing

@testable import Composable

@Suite struct PresentationTests {
  @Test func `A presented child runs on its state before its parent sees the action`() {
    let drive = StoreHarness(showing: .left(Leaf.State()))
    drive.left(.tap)
    #expect(drive.core.state.destination == .left(Leaf.State(count: 1)))
    #expect(drive.core.state.observedChildren == [Leaf.State(count: 1)])
  }

  @Test func `Dismiss is seen by the parent while the child is still there and then sets nil`() {
    let drive = StoreHarness(showing: .left(Leaf.State(count: 3)))
    drive.send(.destination(.dismiss))
    #expect(drive.core.state.observedChildren == [Leaf.State(count: 3)])
    #expect(drive.core.state.destination == nil)
  }

  @Test func `Dismiss leaves alone what the parent has put in the child's place`() {
    let drive = StoreHarness(showing: .left(Leaf.State()))
    drive.send(.replaceWhenHeard(.right(Leaf.State())))
    drive.send(.destination(.dismiss))
    #expect(drive.core.state.destination == .right(Leaf.State()))
  }

  @Test func `An action for a child that is not there is an issue at the ifLet`() {
    let drive = StoreHarness(showing: nil)
    let found = issues { drive.left(.tap) }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("when nothing was presented") == true)
    #expect(found.first?.file == "ComposableTests/NavigationFeatures.swift")
    #expect(issues { drive.send(.destination(.dismiss)) }.count == 1)
  }

  @Test func `The parent still sees an action for a child that is not there`() {
    let drive = StoreHarness(showing: nil)
    _ = issues { drive.send(.replaceWhenHeard(.right(Leaf.State()))) }
    _ = issues { drive.left(.tap) }
    #expect(drive.core.state.destination == .right(Leaf.State()))
  }

  @Test func `An alert goes by itself after one of its actions`() {
    let drive = StoreHarness(showing: .alert(.confirmation))
    drive.send(.destination(.presented(.alert(.confirm))))
    #expect(drive.core.state.destination == nil)
  }

  @Test func `An alert stays when another child's action comes`() {
    let drive = StoreHarness(showing: .alert(.confirmation))
    let found = issues { drive.left(.tap) }
    #expect(drive.core.state.destination == .alert(.confirmation))
    #expect(found.count == 1)
    #expect(found.first?.message.contains("set to a different case") == true)
  }

  @Test func `An alert that its parent replaces after its action leaves the replacement`() {
    let drive = StoreHarness(showing: .alert(.confirmation))
    drive.send(.replaceWhenHeard(.left(Leaf.State())))
    drive.send(.destination(.presented(.alert(.confirm))))
    #expect(drive.core.state.destination == .left(Leaf.State()))
  }

  @Test func `An alert on its own needs no reducer`() {
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
    let drive = StoreHarness<Feature.State, Feature.Action>(
      Feature.State(alert: .confirmation, dialog: dialog)
    ) { Feature() }
    drive.send(.alert(.presented(.confirm)))
    #expect(drive.core.state == Feature.State(dialog: dialog, confirmed: 1))
    drive.send(.dialog(.presented(.confirm)))
    #expect(drive.core.state == Feature.State(confirmed: 2))
  }

  @Test func `Dismissal cancels the child's effects`() {
    let drive = StoreHarness()
    drive.left(.start)
    #expect(drive.core.effects.count == 1)
    drive.send(.destination(.dismiss))
    #expect(drive.core.effects.isEmpty)
    #expect(drive.events == ["started 1", "cancelled 1"])
  }

  @Test func `A parent that sets nil cancels the child's effects`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.show(nil))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A child of another id takes the place of the old one, whose effects end`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.show(.left(Leaf.State(id: 1))))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A child of another case takes the place of the old one, whose effects end`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.show(.right(Leaf.State())))
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A child whose state is replaced under the same id is the same child`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.show(.left(Leaf.State(count: 9))))
    #expect(drive.core.effects.count == 1)
  }

  @Test func `An alert in a child's place ends the child's effects, and they stay ended`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.show(.alert(.confirmation)))
    #expect(drive.core.effects.isEmpty)
    drive.send(.destination(.presented(.alert(.confirm))))
    #expect(drive.core.effects.isEmpty)
    #expect(drive.events == ["started 1", "cancelled 1"])
  }

  @Test func `An effect that starts in the action that dismisses its child is cancelled`() {
    let drive = StoreHarness()
    drive.send(.replaceWhenHeard(.right(Leaf.State())))
    drive.left(.start)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `That holds for the child of the first state and its first action too`() {
    let state = Branch.State(
      destination: .left(Leaf.State()), replacement: .right(Leaf.State()))
    let drive = StoreHarness<Branch.State, Branch.Action>(state) { Branch() }
    drive.left(.start)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A child that somebody else took away is noticed at the next action`() {
    let drive = StoreHarness()
    drive.left(.start)
    var state = drive.core.state
    state.destination = nil
    drive.core.restore(state)
    #expect(drive.core.effects.count == 1)
    drive.send(.tap)
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A child that is presented again under the same id starts without old effects`() {
    let drive = StoreHarness()
    drive.left(.start)
    drive.send(.destination(.dismiss))
    drive.send(.show(.left(Leaf.State())))
    drive.left(.start)
    #expect(drive.core.effects.map(\.id) == [2])
  }

  @Test func `A state may present one of its own type`() {
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
    let drive = StoreHarness<Doll.State, Doll.Action>(
      Doll.State(inner: Doll.State(inner: Doll.State()))
    ) { Doll() }
    drive.send(.inner(.presented(.inner(.presented(.tap)))))
    #expect(drive.core.state.inner?.inner?.count == 1)
  }
}
