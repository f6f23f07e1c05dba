import Testing

@testable import Composable

private struct Todo: Reducer {
  struct State: Equatable, Identifiable {
    let id: Int
    var _text = ""
    var _isComplete = false
  }
  enum Action {
    case toggled
    case textChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggled: state._isComplete.toggle()
    case .textChanged(let text): state._text = text
    }
    return .none
  }
}

private struct Todos: Reducer {
  struct State: Equatable { var _todos: IdentifiedArrayOf<Todo.State> = [] }
  enum Action {
    case add(Int, String)
    case noop(Int)
    case removeAll
    case todos(IdentifiedActionOf<Todo>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let id, let text): state._todos.append(Todo.State(id: id, _text: text))
      case .removeAll: state._todos = []
      case .todos, .noop: break
      }
      return .none
    }
    .forEach(\._todos, action: /Action.todos) { Todo() }
  }
}

private indirect enum Label {
  case idle
  case progress(of: Double)
  case failed(String, code: Int)
  case value(Int)
  case nested(Label)
  case both(Label, other: Label)
  case optional(Label?)
  case closure(() -> Void)
}

@Suite struct PrintChangesTests {
  /// Returns what the printer prints, without the surrounding output.
  private func printed(_ actions: Todos.Action...) -> String {
    var text = ""
    let harness = StoreHarness<Todos.State, Todos.Action>(Todos.State()) {
      Todos()._printChanges(
        _ReducerPrinter {
          text += _ReducerPrinter.changeText(action: $0, oldState: $1, newState: $2) + "\n"
        })
    }
    for action in actions { harness.send(action) }
    return text
  }

  @Test func `An action prints with what it changed, as upstream prints it`() {
    #expect(
      printed(
        .add(1, "Milk"), .add(2, "Eggs"), .todos(.element(id: 1, action: .toggled)),
        .todos(.element(id: 2, action: .textChanged("Dozen eggs")))) == """
          received action:
            Todos.Action.add(
              1,
              "Milk"
            )
          - Todos.State(todos: [])
          + Todos.State(
          +   todos: [
          +     [0]: Todo.State(
          +       id: 1,
          +       text: "Milk",
          +       isComplete: false
          +     )
          +   ]
          + )

          received action:
            Todos.Action.add(
              2,
              "Eggs"
            )
            Todos.State(
              todos: [
                [0]: Todo.State(…),
          +     [1]: Todo.State(
          +       id: 2,
          +       text: "Eggs",
          +       isComplete: false
          +     )
              ]
            )

          received action:
            Todos.Action.todos(
              .element(
                id: 1,
                action: .toggled
              )
            )
            Todos.State(
              todos: [
                [0]: Todo.State(
                  id: 1,
                  text: "Milk",
          -       isComplete: false
          +       isComplete: true
                ),
                [1]: Todo.State(…)
              ]
            )

          received action:
            Todos.Action.todos(
              .element(
                id: 2,
                action: .textChanged("Dozen eggs")
              )
            )
            Todos.State(
              todos: [
                [0]: Todo.State(…),
                [1]: Todo.State(
                  id: 2,
          -       text: "Eggs",
          +       text: "Dozen eggs",
                  isComplete: false
                )
              ]
            )


          """)
  }

  @Test func `An action without changes prints that there are none`() {
    #expect(
      printed(.noop(7), .removeAll) == """
        received action:
          Todos.Action.noop(7)
          (No state changes)

        received action:
          Todos.Action.removeAll
          (No state changes)


        """)
  }

  @Test func `Action labels are the names of cases and labels`() {
    #expect(actionLabel(Todos.Action.add(1, "")) == "Todos.Action.add(_:, _:)")
    #expect(actionLabel(Todos.Action.noop(1)) == "Todos.Action.noop")
    #expect(
      actionLabel(Todos.Action.todos(.element(id: 2, action: .toggled)))
        == "Todos.Action.todos(.element(id:, action: .toggled))")
    #expect(
      actionLabel(Todos.Action.todos(.element(id: 2, action: .textChanged("x"))))
        == "Todos.Action.todos(.element(id:, action: .textChanged))")
    #expect(actionLabel(Label.idle) == "Label.idle")
    #expect(actionLabel(Label.value(3)) == "Label.value")
    #expect(actionLabel(Label.progress(of: 1)) == "Label.progress(of:)")
    #expect(
      actionLabel(Label.nested(.failed("", code: 1))) == "Label.nested(.failed(_:, code:))")
    #expect(
      actionLabel(Label.both(.idle, other: .progress(of: 0)))
        == "Label.both(_: .idle, other: .progress(of:))")
    #expect(actionLabel(Label.optional(.idle)) == "Label.optional")
    #expect(actionLabel(Label.closure {}) == "Label.closure")
    #expect(actionLabel(Result<Label, any Error>.success(.idle)) == "Result.success(.idle)")
    #expect(actionLabel(3) == "Int")
  }

  @Test func `Actions are printed in their order, each when it is reduced`() {
    var printed: [Int] = []
    let harness = StoreHarness<Int, Int>(0) {
      Reduce { state, action in
        state = action
        return action < 3 ? .merge(.send(action + 1), .run { await $0(action + 10) }) : .none
      }
      ._printChanges(_ReducerPrinter { action, old, new in printed += [action, old, new] })
    }
    harness.send(2)
    #expect(printed == [2, 0, 2, 3, 2, 3, 12, 3, 12])
  }

  @Test func `Without a printer nothing is printed`() {
    let harness = StoreHarness<Int, Int>(0) {
      Reduce { state, action in
        state = action
        return .none
      }
      ._printChanges(nil)
    }
    harness.send(2)
    #expect(harness.core.state == 2)
  }
}
