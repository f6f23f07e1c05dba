import Composable
import ComposablePlatform
import Dispatch
import Testing

/// A feature that uses the names of upstream that have no effect here.
struct Animated: Reducer {
  struct State: Equatable {
    var count = 0
    var row = Row.State()
    var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1), Row.State(id: 2)]
    @PresentationState var alert: AlertState<Int>?
  }

  enum Action: Equatable {
    case start, changed
    case row(Int)
  }

  struct Row: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var count = 0
    }

    func reduce(into state: inout State, action: Int) -> Effect<Int> {
      state.count += action
      return .none
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        state.alert = AlertState {
          TextState("Sure?")
        } actions: {
          ButtonState(action: .send(1, animation: .default)) { TextState("Yes") }
        }
        return .merge(
          .send(.changed, animation: .easeInOut(duration: 0.3)),
          .run { send in
            await send(.changed, animation: .bouncy)
            await send(.changed, transaction: Transaction(animation: .linear))
          }
          .animation(),
          .none.transaction(Transaction()))
      case .changed:
        withAnimation(.snappy) { state.count += 1 }
      case .row: break
      }
      return .none
    }
    .signpost()
    Scope(\.row, action: \.row) { Row() }
  }
}

extension Animated.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var row: AnyCasePath<Animated.Action, Int> { AnyCasePath(Animated.Action.row) }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@MainActor
@Suite struct NamesTests {
  @Test func `Animations have no effect`() async {
    let store = TestStoreOf<Animated>(initialState: .init()) { Animated() }
    store.exhaustivity = .off
    await store.send(.start)
    await store.skipReceivedActions()
    #expect(store.state.count == 3)
  }

  @Test func `A store is scoped without a label`() {
    let store = Store(initialState: Animated.State()) { Animated() }
    store.send(.row(2), animation: .default)
    store.send(.row(2), transaction: Transaction())
    let row = store.scope(\.row, action: \.row)
    row.send(1)
    #expect(row.count == 5)
  }

  @Test func `An optional child appears and disappears`() {
    let store = Store(initialState: nil as Int?) {
      Reduce<Int?, Int> { state, action in
        state = action < 0 ? nil : action
        return .none
      }
    }
    let log = LockIsolated<[String]>([])
    let observation = store.ifLet { child in
      let text = "\(child.state)"
      log.withValue { $0.append(text) }
    } else: {
      log.withValue { $0.append("none") }
    }
    store.send(1)
    store.send(2)
    store.send(-1)
    observation.cancel()
    store.send(3)
    #expect(log.value == ["none", "1", "none"])
  }

  @Test func `XCTUnwrap returns a payload or fails`() throws {
    let opened: PresentationAction<Int> = .presented(3)
    #expect(try XCTUnwrap(opened, case: \.presented) == 3)
    let found = issues {
      #expect(throws: (any Error).self) { try XCTUnwrap(opened, case: \.dismiss, "not closed") }
    }
    #expect(found.count == 1 && found[0].message.hasSuffix("- not closed"))
  }

  @Test func `XCTModify modifies a payload`() {
    var value: Int? = 1
    XCTModify(&value) { $0 += 1 }
    #expect(value == 2)
    var action = Animated.Action.row(1)
    XCTModify(&action, case: \.row) { $0 = 5 }
    #expect(action == .row(5))
    let messages = issues {
      XCTModify(&action, case: \.row) { _ in }
      value = nil
      XCTModify(&value) { $0 += 1 }
    }
    #expect(
      messages.map(\.message) == [
        "XCTModify: Expected \"Int\" value to be modified but it was unchanged.",
        "XCTModify: Expected to extract value of type \"Int\" from \"nil\".",
      ])
  }

  @Test func `Values of any type have an identity`() {
    var value = Identified((name: "Blob", age: 1), id: 7)
    value.age += 1
    #expect(value.id == 7 && value.age == 2)
    #expect(
      Set([AnyHashableSendable(1), AnyHashableSendable(1), AnyHashableSendable("x")]).count == 2)
    let array: IdentifiedArrayOf<Identified<Int, String>> = [Identified("a", id: 1)]
    #expect(array[id: 1]?.value == "a")
  }

  @Test func `A serial executor is accepted`() async {
    await withMainSerialExecutor { await Task.megaYield(count: 1) }
    let task = Task<Int, any Error> { try await Task.never() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
