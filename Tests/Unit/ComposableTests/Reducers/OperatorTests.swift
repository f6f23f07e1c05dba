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
    let drive = StoreHarness<[Int], Int>([]) {
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
    drive.send(1)
    #expect(drive.core.state == [1, 1, 11])
  }

  @Test func `onChange does not run when the value stays, nor for its own change`() {
    let drive = StoreHarness<Int, Int>(0) {
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
    drive.send(9)
    #expect(drive.core.state == 9)
    drive.send(12)
    #expect(drive.core.state == 22)
  }

  @Test func `dependency overrides a value for a reducer and its effects`() {
    let drive = StoreHarness<[Int], Int>([]) {
      Reader().dependency(\.number, Number(value: 7))
      Reader().dependency(Number(value: 8))
      Reader()
    }
    drive.send(-1)
    #expect(drive.core.state.prefix(3) == [7, 8, 0])
    #expect(drive.actions == [-1, 7, 8, 0])
  }

  @Test func `Of two overrides the inner one counts`() {
    let drive = StoreHarness<[Int], Int>([]) {
      Reader()
        .dependency(\.number, Number(value: 1))
        .dependency(\.number, Number(value: 2))
      CombineReducers {
        Reader().transformDependency(\.number) { $0.value += 1 }
        Reader().transformDependency(Number.self) { $0.value += 2 }
      }
      .dependency(\.number, Number(value: 10))
    }
    drive.send(5)
    #expect(drive.core.state == [1, 11, 12])
  }

  @Test func `A builder takes a reducer whose type is not known`() {
    let any: any Reducer<[Int], Int> = Reader()
    let drive = StoreHarness<[Int], Int>([]) {
      any
      Reduce { _, _ in .none }
    }
    drive.send(1)
    #expect(drive.core.state == [0])
  }
}
