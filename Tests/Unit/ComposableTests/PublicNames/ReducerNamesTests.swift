import Composable
import ComposablePlatform
import Foundation
import Testing

// The suites of this folder use the names of the page "Compatibility with TCA" as a client does:
// with an ordinary import. `scripts/check-docs` fails if a name of the page is used nowhere.

/// A counter whose operators have names of their own.
private struct Operators: Reducer {
  struct State: Equatable {
    var count = 0
    var changes = 0
  }

  enum Action: Equatable, Sendable {
    case increment, reset, delayed
    case fetched(String)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    CombineReducers {
      Reduce { state, action in self.reduceAction(&state, action) }
      EmptyReducer()
    }
    .onChange(of: \.count, removeDuplicates: isSameTen) { _, _ in
      Reduce { state, _ in
        state.changes += 1
        return .none
      }
    }
  }

  private func isSameTen(_ lhs: Int, _ rhs: Int) -> Bool { lhs / 10 == rhs / 10 }

  private func reduceAction(_ state: inout State, _ action: Action) -> EffectOf<Self> {
    switch action {
    case .increment: state.count += 9
    case .reset: state.count = 0
    case .delayed:
      return .run(priority: .high) { send in
        try await clock.sleep(for: .seconds(1))
        throw CancellationError()
      } catch: { _, send in
        await send(.reset)
      }
    case .fetched: break
    }
    return .none
  }
}

@MainActor
@Suite struct ReducerNamesTests {
  @Test func `Reducers are combined and changes are filtered`() async {
    let store = TestStoreOf<Operators>(initialState: .init()) {
      Operators()
        .transformDependency(\.uuid) { $0 = .incrementing }
    }
    await store.send(.increment) {
      $0.count = 9
    }
    await store.send(.increment) {
      $0.count = 18
      $0.changes = 1
    }
  }

  @Test func `A printer prints what the debugging operator shows`() {
    for printer in [_ReducerPrinter<Int, Int>.customDump, .actionLabels] {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { state, action in
          state += action
          return .none
        }
        ._printChanges(printer)
      }
      store.send(1)
      #expect(store.withState { $0 } == 1)
    }
  }

  @Test func `Case paths have old and new names`() {
    enum Route: CasePathable, Equatable {
      case home
      case item(Int)

      struct AllCasePaths: Sendable {
        var home: AnyCasePath<Route, Void> {
          AnyCasePath(embed: { .home }, extract: { $0 == .home ? () : nil })
        }
        var item: AnyCasePath<Route, Int> { AnyCasePath(Route.item) }
      }

      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let path: CaseKeyPath<Route, Int> = \.item
    let old: CasePath<Route, Int> = /Route.item
    #expect(path(3) == .item(3))
    #expect(old.extract(from: .item(4)) == 4)
    let value: Case<Int> = Case()
    _ = value
    #expect(Route.item(1)[case: path] == 1 && Route.home.is(\.home))
  }

  @Test func `Values of views and of Apple's Foundation exist`() {
    #expect(Color.red != Color(red: 1, green: 0, blue: 0))
    #if !os(macOS)
      #expect(EditMode.active.isEditing)
    #endif
    #expect(("key" as LocalizedStringKey) == LocalizedStringKey("key"))
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC)
    let directories: [URL] = [
      .documentsDirectory, .cachesDirectory, .applicationSupportDirectory, .libraryDirectory,
    ]
    #expect(Set(directories).count == 4)
  }

  @Test func `Effects have limits by schedulers and clocks`() async {
    let queue = DispatchQueue.test
    let clock = TestClock()
    let store = TestStore(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        switch action {
        case 0:
          return .run { await $0(10) }
            .debounce(id: "queue", for: .seconds(1), scheduler: queue, options: nil)
        case 1:
          return .run { await $0(11) }
            .throttle(id: "queue", for: .seconds(1), scheduler: queue, latest: true)
        case 2:
          return .run { await $0(12) }
            .throttle(id: "clock", for: .seconds(1), clock: clock, latest: false)
        case 3:
          return .run { send in
            try await withTaskCancellation(id: "task", cancelInFlight: true) {
              try await clock.sleep(for: .seconds(1))
            }
            await send(13)
          }
        default: return .none
        }
      }
    }
    store.exhaustivity = .off
    let task: TestStoreTask = await store.send(0)
    await queue.advance(by: .seconds(1))
    await store.receive(10)
    await store.send(1)
    await store.receive(11)
    await store.send(2)
    await store.receive(12)
    await store.send(3)
    await clock.advance(by: .seconds(1))
    await store.receive(13)
    await task.finish()
    #expect(store.state == [0, 10, 1, 11, 2, 12, 3, 13])
  }

  @Test func `Results of tasks and effects without actions are kept`() async {
    let result: TaskResult<Int> = await TaskResult { 3 }
    #expect((try? result.value) == 3)
    uncheckedUseMainSerialExecutor = false
    let value = UncheckedSendable(NSObject())
    #expect(value.value === value.wrappedValue)
    let animation: Animation = .default
    var count = 0
    withTransaction(Transaction(animation: animation)) { count += 1 }
    #expect(count == 1)
  }

  @MainActor
  @Test func `A log of signposts, the sender of a reducer and tracking are accepted`() async {
    @Sendable func send(_ text: String, by send: SendOf<Operators>) async {
      await send(.fetched(text))
    }
    let store = Store(initialState: Operators.State()) {
      Operators().signpost("operators", log: OSLog(subsystem: "tests", category: "names"))
      EmptyReducer().signpost(log: .disabled)
    }
    let effect: EffectOf<Operators> = .run(priority: .low, name: "fetch") {
      await send("x", by: $0)
    }
    _ = effect
    var count = -1
    withPerceptionTracking {
      count = store.count
    } onChange: {
    }
    #expect(count == 0)
  }
}
