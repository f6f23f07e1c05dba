import Testing

@testable import Composable

private struct Number: DependencyKey, Equatable {
  var value: Int
  static let liveValue = Number(value: 0)
  static let testValue = Number(value: 0)
}

extension DependencyValues {
  fileprivate var number: Number {
    get { self[Number.self] }
    set { self[Number.self] = newValue }
  }
}

private struct Reader: Reducer {
  @Dependency(\.number) var number

  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    state.append(number.value)
    guard action == -1 else { return .none }
    return .run { [number = _number] send in
      await send(number.wrappedValue.value)
    }
  }
}

@Suite struct OperatorTests {
  @Test func `onChange runs another reducer after an action that changed the value`() {
    let harness = StoreHarness<[Int], Int>([]) {
      Reduce { state, action in
        state.append(action)
        return .none
      }
      .onChange(of: \.count) { old, new in
        Reduce { state, action in
          if action < 10 {
            state.append(old * 100 + new)
            return .send(action + 10)
          }
          return .none
        }
      }
    }
    harness.send(1)
    #expect(harness.core.state == [1, 1, 11])
  }

  @Test func `onChange updates the state after an action that changed the value`() {
    struct Form: Reducer {
      struct State: Equatable {
        var text = ""
        var log: [String] = []
      }
      enum Action: BindableAction, Equatable {
        case binding(BindingAction<State>)
        case changed
      }
      var body: some Reducer<State, Action> {
        BindingReducer()
          .onChange(of: \.text) { old, state in
            state.log.append("\(old)>\(state.text)")
            return .send(.changed)
          }
      }
    }
    let harness = StoreHarness<Form.State, Form.Action>(Form.State()) { Form() }
    harness.send(.set(\.text, "a"))
    harness.send(.set(\.text, "a"))
    #expect(harness.core.state.log == [">a"])
    #expect(harness.actions.filter { $0 == .changed }.count == 1)
  }

  @Test func `onChange does not run without a change, nor for its own change`() {
    let harness = StoreHarness<Int, Int>(0) {
      Reduce { state, action in
        state = action
        return .none
      }
      .onChange(of: { $0 / 10 }, removeDuplicates: ==) { old, new in
        Reduce { state, _ in
          state += 10 * (new - old)
          return .none
        }
      }
    }
    harness.send(9)
    #expect(harness.core.state == 9)
    harness.send(12)
    #expect(harness.core.state == 22)
  }

  @Test func `dependency overrides a value for a reducer and its effects`() {
    let harness = StoreHarness<[Int], Int>([]) {
      Reader().dependency(\.number, Number(value: 7))
      Reader().dependency(Number(value: 8))
      Reader()
    }
    harness.send(-1)
    #expect(harness.core.state.prefix(3) == [7, 8, 0])
    #expect(harness.actions == [-1, 7, 8, 0])
  }

  @Test func `Of two overrides the inner one has precedence`() {
    let harness = StoreHarness<[Int], Int>([]) {
      Reader()
        .dependency(\.number, Number(value: 1))
        .dependency(\.number, Number(value: 2))
      CombineReducers {
        Reader().transformDependency(\.number) { $0.value += 1 }
        Reader().transformDependency(Number.self) { $0.value += 2 }
      }
      .dependency(\.number, Number(value: 10))
    }
    harness.send(5)
    #expect(harness.core.state == [1, 11, 12])
  }

  @Test func `A builder accepts a reducer of an erased type`() {
    let any: any Reducer<[Int], Int> = Reader()
    let harness = StoreHarness<[Int], Int>([]) {
      any
      Reduce { _, _ in .none }
    }
    harness.send(1)
    #expect(harness.core.state == [0])
  }
}
