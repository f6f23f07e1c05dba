import Composable
import Testing

@MainActor
@Suite struct NavigationNamesTests {
  struct Child: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable, Sendable { case increment, close }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .close:
        let dismiss: DismissEffect = dismiss
        return .run { _ in await dismiss() }
      }
    }
  }

  struct Parent: Reducer {
    struct State: Equatable {
      var path = StackState<Child.State>()
    }

    enum Action: Equatable, Sendable {
      case path(StackAction<Child.State, Child.Action>)
    }

    var body: some ReducerOf<Self> {
      EmptyReducer<State, Action>().forEach(\.path, action: /Action.path) { Child() }
    }
  }

  @Test func `A view pushes an element with its identifier`() async {
    let store = TestStoreOf<Parent>(initialState: .init()) { Parent() }
    await store.send(.path(.push(id: 0, state: Child.State()))) { $0.path[id: 0] = Child.State() }
    await store.send(.path(.element(id: 0, action: .increment))) { $0.path[id: 0]?.count = 1 }
    await store.send(.path(.element(id: 0, action: .close)))
    await store.receive(.path(.popFrom(id: 0))) { $0.path = StackState() }
  }

  @Test func `A test store sees that its feature dismissed itself`() async {
    let store = TestStoreOf<Child>(initialState: .init()) { Child() }
    await store.send(.close)
    #expect(store.isDismissed)
  }

  @Test func `A stack is popped from and to an element`() {
    var path = StackState([1, 2, 3])
    let ids: [StackElementID] = Array(path.ids)
    path.pop(to: ids[1])
    #expect(Array(path) == [1, 2])
    path.pop(from: ids[0])
    #expect(path.isEmpty)
  }

  @Test func `Buttons have roles and actions`() {
    let role: ButtonStateRole = .destructive
    let action: ButtonStateAction<Int> = .send(1)
    let button = ButtonState<Int>(role: role, action: action) { TextState("Delete") }
    var sent: [Int?] = []
    button.withAction { sent.append($0) }
    #expect(sent == [1])
    let visibility: ConfirmationDialogStateTitleVisibility = .visible
    @ButtonStateBuilder<Int> func buttons(_ more: Bool) -> [ButtonState<Int>] {
      button
      if more { ButtonState<Int>(role: .cancel) { TextState("Cancel") } }
    }
    let dialog = ConfirmationDialogState<Int>(titleVisibility: visibility) {
      TextState("Sure?")
    } actions: {
      button
    }
    #expect(buttons(true).count == 2 && buttons(false) == [button])
    #expect(dialog.titleVisibility == .visible)
    let types: [any _EphemeralState.Type] = [AlertState<Int>.self]
    #expect(types.count == 1)
  }

  @Test func `Texts have styles`() {
    let text = TextState("a").bold() + TextState("b").italic().underline().strikethrough()
    #expect(text != TextState("ab"))
    #expect(TextState("a").monospaced() != TextState("a"))
  }
}
