import Dispatch
import MachoArchitectures
import Testing

private struct AppState: Equatable {
  var count = 0
  var profile: Profile?
}

private struct Profile: Equatable { var name = "" }

private enum CounterAction: Action, Equatable {
  case add(Int)
}

private struct RenameAction: Action { var name: String }
private struct ForceLogoutAction: Action {}
private struct UnhandledAction: Action {}

private let counter = ReduxReducer<Int>(for: CounterAction.self) { count, action in
  switch action {
  case .add(let number): count += number
  }
}
private let profile = ReduxReducer<Profile>(for: RenameAction.self) { $0.name = $1.name }
private let session = ReduxReducer<AppState>(for: ForceLogoutAction.self) { state, _ in
  state.profile = nil
}
private let app = ReduxReducer.combine(
  counter.pullback(\AppState.count), profile.pullback(\.profile), session)

@Suite struct ReduxStoreTests {
  @Test func `reducers of parts combine, and each handles its type of actions`() {
    let store = ReduxStore(AppState(profile: Profile()), reducer: app)
    store.dispatch(CounterAction.add(2))
    store.dispatch(RenameAction(name: "Blob"))
    #expect(store.state == AppState(count: 2, profile: Profile(name: "Blob")))
    store.dispatch(ForceLogoutAction())
    #expect(store.state == AppState(count: 2))
  }

  @Test func `an action that no reducer handles changes nothing, and is marked`() {
    let store = ReduxStore(AppState(), reducer: app)
    let known = Log<Bool>()
    let subscription = store.observe { known.record($0.isHandled) }
    store.dispatch(UnhandledAction())
    store.dispatch(CounterAction.add(1))
    // The part is absent, so no reducer handles the action.
    store.dispatch(RenameAction(name: "x"))
    subscription.cancel()
    #expect(known.entries == [false, true, false])
    #expect(store.state == AppState(count: 1))
  }

  @Test func `a subscriber of a part is notified of differences until it unsubscribes`() {
    let store = ReduxStore(AppState(), reducer: app)
    let log = Log<Int>()
    let subscription = store.subscribe(select: \.count) { log.record($0) }
    store.dispatch(CounterAction.add(1))
    store.dispatch(CounterAction.add(0))
    store.dispatch(UnhandledAction())
    store.dispatch(CounterAction.add(1))
    subscription.cancel()
    store.dispatch(CounterAction.add(1))
    #expect(log.entries == [1, 2])
  }

  @Test func `a released subscription is not notified`() {
    let store = ReduxStore(AppState(), reducer: app)
    let log = Log<Int>()
    _ = store.subscribe { log.record($0.count) }
    store.dispatch(CounterAction.add(1))
    #expect(log.entries.isEmpty)
  }

  @Test func `an action of a subscriber is reduced after all were notified`() {
    let store = ReduxStore(AppState(), reducer: app)
    let log = Log<String>()
    let first = store.subscribe { state in
      log.record("first \(state.count)")
      if state.count == 1 { store.dispatch(CounterAction.add(10)) }
    }
    let second = store.subscribe { log.record("second \($0.count)") }
    store.dispatch(CounterAction.add(1))
    withExtendedLifetime((first, second)) {}
    #expect(log.entries == ["first 1", "second 1", "first 11", "second 11"])
  }

  @Test func `a dispatch by a reducer is reported and dropped`() {
    let stores = Log<ReduxStore<Int>>()
    let store = ReduxStore(
      0,
      reducer: ReduxReducer(for: CounterAction.self) { [unowned stores] count, _ in
        count += 1
        stores.entries[0].dispatch(ForceLogoutAction())
      })
    stores.record(store)
    let reported = issues { store.dispatch(CounterAction.add(1)) }
    #expect(reported.count == 1)
    #expect(reported.first?.contains("was dispatched by a reducer") == true)
    #expect(store.state == 1)
    withExtendedLifetime(stores) {}
  }

  @Test func `no action of concurrent dispatches is lost`() {
    let store = ReduxStore(AppState(), reducer: app)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in store.dispatch(CounterAction.add(1)) }
    #expect(store.state.count == 200)
  }

  @Test func `an earlier state can be restored, and subscribers are notified`() {
    let store = ReduxStore(AppState(), reducer: app)
    let log = Log<Int>()
    let subscription = store.subscribe { log.record($0.count) }
    store.restore(AppState(count: 7))
    withExtendedLifetime(subscription) {}
    #expect(log.entries == [7])
  }
}

@Suite struct MiddlewareTests {
  @Test func `the first middleware runs first before and last after the reducer`() {
    let log = Log<String>()
    func named(_ name: String) -> Middleware<AppState> {
      Middleware { action, store, next in
        log.record("\(name) before \(store.state.count)")
        next(action)
        log.record("\(name) after \(store.state.count)")
      }
    }
    let store = ReduxStore(AppState(), reducer: app, middleware: [named("a"), named("b")])
    store.dispatch(CounterAction.add(1))
    #expect(log.entries == ["a before 0", "b before 0", "b after 1", "a after 1"])
  }

  @Test func `a middleware may drop or replace an action`() {
    let store = ReduxStore(
      AppState(), reducer: app,
      middleware: [
        Middleware { action, _, next in
          if action is ForceLogoutAction { return }
          next(action is UnhandledAction ? CounterAction.add(5) : action)
        }
      ])
    store.dispatch(UnhandledAction())
    #expect(store.state.count == 5)
  }

  @Test func `the logging middleware logs the action and the states around it`() {
    let log = Log<String>()
    let store = ReduxStore(0, reducer: counter, middleware: [.logging { log.record($0) }])
    store.dispatch(CounterAction.add(1))
    #expect(
      log.entries == ["[Action] add(1)", "[Before State] 0", "[After State] 1"])
  }

  @Test func `an asynchronous middleware starts its task after the reduction`() async throws {
    let held = DeferredJobs()
    let store = ReduxStore(
      AppState(), reducer: app,
      middleware: [
        .performing(on: CounterAction.self, "echo") { _, store in
          if store.state.count < 4 { store.dispatch(CounterAction.add(1)) }
        }
      ],
      tasks: held.tasks)
    store.dispatch(CounterAction.add(1))
    #expect(store.state.count == 1)
    #expect(held.names == ["echo"])
    try await held.perform()
    #expect(store.state.count == 4)
  }
}

@Suite struct ThunkTests {
  @Test func `a thunk dispatches the result of its task`() async throws {
    let held = DeferredJobs()
    let store = ReduxStore(AppState(), reducer: app, tasks: held.tasks)
    store.dispatch(
      Thunk("addLater") { store in
        store.dispatch(CounterAction.add(1))
        await Task.yield()
        store.dispatch(CounterAction.add(store.state.count))
      })
    #expect(store.state.count == 0)
    try await held.perform()
    #expect(store.state.count == 2)
  }

  @Test func `a replacing thunk cancels the previous one`() async throws {
    let held = DeferredJobs()
    let store = ReduxStore(AppState(), reducer: app, tasks: held.tasks)
    for number in 1...3 {
      store.dispatch(
        Thunk("search", replacing: true) { $0.dispatch(CounterAction.add(number)) })
    }
    try await held.perform()
    #expect(store.state.count == 3)
  }
}

@Suite struct ReduceFunctionTests {
  @Sendable private static func reduce(action: any Action, state: AppState?) -> AppState {
    var state = state ?? AppState(count: 7)
    if case .add(let number)? = action as? CounterAction { state.count += number }
    return state
  }

  @Test func `a function without a state returns the first state of a store`() {
    let store = ReduxStore(reduce: Self.reduce)
    #expect(store.state == AppState(count: 7))
    store.dispatch(CounterAction.add(1))
    store.dispatch(UnhandledAction())
    #expect(store.state == AppState(count: 8))
    #expect(ReduxStore(AppState(count: 1), reduce: Self.reduce).state == AppState(count: 1))
  }

  @Test func `a function is a reducer of a part, and handles every action`() {
    let reducer = ReduxReducer<Int>(returning: { action, count in
      action is RenameAction ? (count ?? 0) + 1 : (count ?? 0)
    })
    let store = ReduxStore(AppState(), reducer: reducer.pullback(\AppState.count))
    let known = Log<Bool>()
    let subscription = store.observe { known.record($0.isHandled) }
    store.dispatch(RenameAction(name: "x"))
    store.dispatch(UnhandledAction())
    subscription.cancel()
    #expect(store.state.count == 1)
    #expect(known.entries == [true, true])
  }
}

@Suite struct CreateFunctionTests {
  private let held = DeferredJobs()

  @Test func `a synchronous action creator returns an action, or nil for none`() {
    let store = ReduxStore(AppState(), reducer: app, tasks: held.tasks)
    let addOnce = Thunk<AppState> { state, _ in
      state.count == 0 ? CounterAction.add(5) : nil
    }
    #expect(addOnce.name == nil)
    store.dispatch(addOnce)
    store.dispatch(addOnce)
    #expect(store.state.count == 5)
    #expect(held.names.isEmpty)
  }

  @Test func `its action follows the actions that it dispatches, and its task comes later`()
    async throws
  {
    let store = ReduxStore(AppState(), reducer: app, tasks: held.tasks)
    let log = Log<String>()
    let subscription = store.observe { log.record("\($0.action)") }
    store.dispatch { state, store in
      store.tasks.start("later") { store.dispatch(CounterAction.add(3)) }
      store.dispatch(CounterAction.add(1))
      return CounterAction.add(2)
    }
    #expect(log.entries == ["add(1)", "add(2)"])
    try await held.perform()
    subscription.cancel()
    #expect(log.entries == ["add(1)", "add(2)", "add(3)"])
  }
}
