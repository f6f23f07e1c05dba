import Testing

@testable import Composable

@MainActor
@Suite struct ScopeTests {
  @Test func `A scoped store reads and sends through its parent store`() async {
    let store = shopStore()
    let cart = store.scope(state: \.cart, action: \.cart)
    cart.send(.add)
    #expect(store.cart.count == 1)
    #expect(cart.state == Part.State(count: 1))
    await cart.send(.addLater).finish()
    #expect(cart.count == 2)
    #expect(cart.withState { $0.count } == 2)
    let inner: Store<Part.State.Inner, Part.Action> = cart.scope(state: \.inner, action: \.self)
    inner.send(.add)
    #expect(store.cart.count == 3)
  }

  @Test func `The same scope returns the same store while it is retained`() {
    let store = shopStore()
    let cart = store.scope(state: \.cart, action: \.cart)
    #expect(store.scope(state: \.cart, action: \.cart) === cart)
  }

  @Test func `A store of an optional child exists while the child does`() {
    let store = shopStore()
    #expect(store.scope(state: \.offer, action: \.offer) == nil)
    store.send(.offerMade(Part.State(count: 3)))
    let offer = store.scope(state: \.offer, action: \.offer)
    #expect(offer?.count == 3)
    #expect(store.scope(state: \.offer, action: \.offer) === offer)
    store.send(.offerMade(nil))
    #expect(store.scope(state: \.offer, action: \.offer) == nil)
    #expect(offer?.count == 3, "It shows the last state that there was.")
    store.send(.offerMade(Part.State(count: 4)))
    #expect(offer?.count == 4)
  }

  @Test func `Scoped stores retain the state and effects until the last one is released`() async {
    var store: StoreOf<Shop>? = shopStore()
    var cart = store?.scope(state: \.cart, action: \.cart)
    let task = cart?.send(.wait)
    store = nil
    #expect(task?.isCancelled == false)
    cart?.send(.add)
    #expect(cart?.count == 1)
    cart = nil
    await task?.finish()
  }

  @Test func `Scopes by functions are not cached`() {
    let store = shopStore()
    let title = store.scope(state: { $0.title }, action: { (title: String) in .rename(title) })
    title.send("a")
    #expect(title.state == "a")
  }

  @Test func `Released stores are removed from the cache`() {
    var stores = ScopedStoreCache()
    let root = shopStore()
    for index in 0..<1_000 {
      let path: KeyPath<Shop.State, Part.State?> = \.rows[index]
      _ =
        stores.store(state: path, action: \Shop.Action.Cases.cart) {
          ChildScope(root.storeScope, state: { $0[keyPath: path] }, action: { .cart($0) })
        } as Store<Part.State?, Part.Action>
    }
    #expect(stores.count <= 17)
  }

  @Test func `An action sent while the store reduces is reduced afterwards`() {
    let box = Log<Store<[Int], Int>>()
    let store = Store<[Int], Int>(initialState: []) {
      Reduce { state, action in
        state.append(action)
        if action < 3 { MainActor.assumeIsolated { _ = box.all.first?.send(action + 1) } }
        state.append(-action)
        return action == 1 ? .send(10) : .none
      }
    }
    box.record(store)
    store.send(1)
    #expect(store.state == [1, -1, 2, -2, 10, -10, 3, -3])
    box.clear()
  }

  @Test func `Assigning a property sends a binding action`() {
    struct Form: Reducer {
      struct State: Equatable { var name = "" }
      enum Action: BindableAction { case binding(BindingAction<State>) }
      var body: some Reducer<State, Action> { BindingReducer() }
    }
    let store = Store(initialState: Form.State()) { Form() }
    store.name = "Blob"
    #expect(store.state == Form.State(name: "Blob"))
  }
}
