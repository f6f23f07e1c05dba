import CustomDump
import Testing

@testable import Composable

private struct Search: Reducer {
  struct Profile: Equatable { var name = "" }
  struct State: Equatable {
    var query = ""
    var isOn = false
    var limit: Int?
    var profile = Profile()
    let id = 7
  }
  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case other(BindingAction<Profile>)
    case changed(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query): .send(.changed("query is \(state.query)"))
      case .binding(\.profile.name): .send(.changed("name is \(state.profile.name)"))
      case .binding, .other, .changed: .none
      }
    }
  }
}

@MainActor
@Suite struct BindingTests {
  @Test func `A binding reducer applies the change before the reducers below it run`() {
    let harness = StoreHarness(Search.State()) { Search() }
    harness.send(.binding(.set(\.query, "cats")))
    #expect(harness.core.state.query == "cats")
    #expect(harness.actions.last == .changed("query is cats"))
    harness.send(.set(\.isOn, true))
    #expect(harness.core.state.isOn)
    harness.send(.set(\.profile.name, "Blob"))
    #expect(harness.actions.last == .changed("name is Blob"))
    harness.send(.set(\.limit, 3))
    harness.send(.set(\.limit, nil))
    #expect(harness.core.state.limit == nil)
  }

  @Test func `Two actions are equal if they set the same property to equal values`() {
    typealias Action = BindingAction<Search.State>
    #expect(Action.set(\.query, "a") == .set(\.query, "a"))
    #expect(Action.set(\.query, "a") != .set(\.query, "b"))
    #expect(Action.set(\.query, "a") != .set(\.profile.name, "a"))
    #expect(Action.set(\.limit, nil) == .set(\.limit, nil))
    #expect(Action.set(\.limit, nil) != .set(\.limit, 1))
  }

  @Test func `The binding is extracted from any action, and only from its case`() {
    #expect(Search.Action.set(\.isOn, true).binding == .set(\.isOn, true))
    #expect(Search.Action.other(.set(\.name, "a")).binding == nil)
    #expect(Search.Action.changed("x").binding == nil)
  }

  @Test func `A change of a nested property can be pulled back to the enclosing type`() {
    let action = BindingAction<Search.Profile>.set(\.name, "Blob").pullback(\Search.State.profile)
    #expect(action == .set(\.profile.name, "Blob"))
    var state = Search.State()
    action.set(&state)
    #expect(state.profile.name == "Blob")
  }

  @Test func `A case key path identifies the change of a property`() {
    let path: CaseKeyPath<BindingAction<Search.State>, String> = \.query
    #expect(AnyCasePath(path).extract(from: .set(\.query, "a")) == "a")
    #expect(AnyCasePath(path).extract(from: .set(\.profile.name, "a")) == nil)
    #expect(AnyCasePath(path).embed("b") == .set(\.query, "b"))
    #expect(BindingAction<Search.State>.set(\.isOn, true).is(\.isOn))
  }

  @Test func `Bindings may be in a case of the feature's actions`() {
    enum Action {
      case view(Search.Action)
      case other
    }
    let reducer = BindingReducer<Search.State, Action, Search.Action>(action: { action in
      guard case .view(let action) = action else { return nil }
      return action
    })
    var state = Search.State()
    _ = reducer.reduce(into: &state, action: .view(.set(\.query, "x")))
    _ = reducer.reduce(into: &state, action: .other)
    #expect(state.query == "x")
  }

  @Test func `An action prints the property's name`() {
    typealias Action = Search.Action
    expectNoDifference(
      String(customDumping: Action.binding(.set(\.query, "x"))),
      #"Search.Action.binding(.set(\.query, "x"))"#)
    expectNoDifference(
      String(customDumping: Action.binding(.set(\.profile.name, "x"))),
      #"Search.Action.binding(.set(\.profile.name, "x"))"#)
    expectNoDifference(
      String(customDumping: BindingAction<Search.State>.set(\.profile, Search.Profile(name: "x"))),
      #".set(\.profile, Search.Profile(name: "x"))"#)
    expectNoDifference(
      String(customDumping: BindingAction<Search.State>.set(\.query, "a\nb")),
      #"""
      .set(
        \.query,
        """
        a
        b
        """
      )
      """#)
    #expect("\(BindingAction<Search.State>.set(\.limit, 1))" == #".set(\.limit, Optional(1))"#)
  }

  @Test func `A property marked with BindingState is set and matched by its projection`() {
    struct State: Equatable {
      @BindingState var query = ""
      @BindingState var limit = 3
    }
    var state = State()
    let action = BindingAction<State>.set(\.$query, "x")
    action.set(&state)
    #expect(state.query == "x")
    #expect(action == .set(\.$query, "x"))
    #expect(\State.$query ~= action)
    let typed = BindingAction<State>.property(named: "query")?
      .makeAction(BindingState(wrappedValue: "x"))
    #if MACHO_LINUX
      #expect(typed.map { \State.$query ~= $0 } == true)
    #endif
    #expect(typed.map { \State.$limit ~= $0 } == false)
    expectNoDifference(
      String(customDumping: state),
      """
      BindingTests.State(
        _query: "x",
        _limit: 3
      )
      """)
  }
}

/// The expansion of `@ObservableState` on a state with a presented screen, rows, an alert and a text.
private struct Screen: KeyPathListing {
  struct Row: ObservableState, Identifiable, Equatable {
    let _$id = ObservableStateID()
    mutating func _$willModify() {}
    static var _$keyPaths: _$KeyPaths<Row> { [("id", \.id)] }
    var id = 0
  }
  var text = ""
  var tags: [String] = []
  var row: Row?
  var rows: IdentifiedArray<Int, Row> = []
  var list: [Row] = []
  var alert: AlertState<Never>?

  static var _$keyPaths: _$KeyPaths<Screen> {
    [
      ("text", \.text), ("tags", \.tags), ("row", \.row), ("rows", \.rows), ("list", \.list),
      ("alert", \.alert),
    ]
  }
}

@Suite struct `The properties that a view binds` {
  @Test func `are no states of other features and no alerts`() {
    #expect(BindingAction<Screen>.declaredProperties.map(\.name) == ["text", "tags"])
    #expect(BindingAction<Screen>.properties.count == 6)
  }
}
