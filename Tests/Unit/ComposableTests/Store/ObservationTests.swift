import Observation
import Testing

@testable import Composable

@MainActor
@Suite struct StoreObservationTests {
  /// Counts the change notifications for the values that `read` accesses.
  private final class Observer {
    private let log = Log<Bool>()
    var count: Int { log.all.count }

    func observe(_ read: () -> Void, then react: @escaping @Sendable () -> Void = {}) {
      withObservationTracking(read) { [log] in
        log.record(true)
        react()
      }
    }
  }

  @Test func `Observers of a plain state are notified of each action`() {
    let store = shopStore()
    let observer = Observer()
    observer.observe { _ = store.title }
    store.send(.rename("a"))
    #expect(observer.count == 1)
    store.send(.rename("b"))
    #expect(observer.count == 1, "Observation notifies an observer once.")
    observer.observe { _ = store.scope(state: \.cart, action: \.cart).count }
    store.send(.cart(.add))
    #expect(observer.count == 2)
  }

  @Test func `Observers of an observable state are notified of properties they read`() {
    let store = Store(initialState: Watched()) { Watched.reducer }
    let name = Observer()
    let child = Observer()
    let inside = Observer()
    let scoped = store.scope(state: \.child, action: \.self)
    name.observe { _ = store.name }
    child.observe { _ = store.child }
    inside.observe { _ = scoped.count }
    store.send(.count)
    #expect([name.count, child.count, inside.count] == [0, 0, 1])
    store.send(.name("a"))
    #expect([name.count, child.count, inside.count] == [1, 0, 1])
    inside.observe { _ = scoped.count }
    store.send(.replaceChild)
    #expect([name.count, child.count, inside.count] == [1, 1, 2])
  }

  @Test func `Observers of an observable state are notified when it is replaced`() {
    let store = Store(initialState: Watched()) { Watched.reducer }
    let observer = Observer()
    observer.observe { _ = store.name }
    store.send(.nothing)
    #expect(observer.count == 0)
    store.send(.replace)
    #expect(observer.count == 1)
  }

  @Test func `The first read after an action returns the new observable state`() {
    let store = Store(initialState: Watched()) { Watched.reducer }
    store.send(.name("a"))
    #expect(store.name == "a")
    store.send(.name("b"))
    #expect(store.name == "b")
  }

  @Test func `An observer may read and send during a notification`() {
    let store = Store(initialState: Watched()) { Watched.reducer }
    let seen = Log<String>()
    let observer = Observer()
    observer.observe {
      _ = store.name
    } then: {
      MainActor.assumeIsolated {
        seen.record(store.name)
        store.send(.count)
      }
    }
    store.send(.name("a"))
    #expect(seen.all == [""], "The observer is notified before the new state is readable.")
    #expect(store.child.count == 1)

    let plain = shopStore()
    observer.observe {
      _ = plain.title
    } then: {
      MainActor.assumeIsolated {
        seen.record(plain.title)
        plain.send(.cart(.add))
      }
    }
    plain.send(.rename("b"))
    #expect(seen.all == ["", "b"])
    #expect(plain.cart.count == 1)
  }

  @Test func `Actions sent before the first read affect the state`() {
    let store = Store(initialState: Watched()) { Watched.reducer }
    store.send(.count)
    store.send(.count)
    #expect(store.child.count == 2)
  }

  @Test func `Observers of an observable part of a plain state may read immediately`() {
    let store = Store(initialState: Plain()) { Plain.reducer }
    let seen = Log<Int>()
    let observer = Observer()
    observer.observe {
      _ = store.rows[id: 1]?.count
    } then: {
      MainActor.assumeIsolated { seen.record(store.rows[id: 1]?.count ?? -1) }
    }
    store.send(.count)
    #expect(seen.all == [0], "The observer is notified before the new state is readable.")
    #expect(store.rows[id: 1]?.count == 1)
  }

  @Test func `Observers of an element are notified when it is replaced with the same ID`() throws {
    let store = Store(initialState: Plain()) { Plain.reducer }
    let row = try #require(store.scope(state: \.rows[id: 1], action: \.self))
    let observer = Observer()
    observer.observe { _ = row.count }
    store.send(.nothing)
    #expect(observer.count == 0)
    store.send(.reload)
    #expect(observer.count == 1)
    #expect(row.count == 7)
    observer.observe { _ = row.count }
    store.send(.count)
    #expect(observer.count == 2)
  }

  @Test func `States start with the current one, and skip equal and unconsumed ones`() async {
    let store = shopStore()
    var states = store.states.makeAsyncIterator()
    let count = store.scope(state: \.cart.count, action: \.cart)
    var counts = count.states.makeAsyncIterator()
    #expect(await states.next()?.title == "")
    #expect(await counts.next() == 0)
    store.send(.rename("a"))
    store.send(.rename("b"))
    #expect(await states.next()?.title == "b")
    store.send(.rename("b"))
    store.send(.cart(.add))
    #expect(await states.next()?.cart.count == 1)
    #expect(await counts.next() == 1)
  }

  @Test func `States finish with the store`() async throws {
    var store: StoreOf<Shop>? = shopStore()
    let states = store?.states
    store = nil
    let other = shopStore()
    let counts = other.scope(state: \.cart.count, action: \.cart).states
    var shown: [Int] = []
    for await count in counts { shown.append(count) }
    #expect(shown == [0])
    var titles: [String] = []
    for await state in try #require(states) { titles.append(state.title) }
    #expect(titles == [""])
  }
}

/// Observable rows in a state that is not observable.
private struct Plain {
  enum Action { case nothing, count, reload }

  var rows: IdentifiedArray<Int, Watched.Child> = [Watched.Child()]

  static var reducer: Reduce<Self, Action> {
    Reduce { state, action in
      switch action {
      case .nothing: break
      case .count: state.rows[id: 1]?.count += 1
      case .reload: state.rows = [Watched.Child(storedCount: 7)]
      }
      return .none
    }
  }
}

/// The code that the macro generates for a state with a name and a child.
private struct Watched: ObservableState {
  enum Action {
    case nothing, count, replace, replaceChild
    case name(String)
  }

  static var reducer: Reduce<Self, Action> {
    Reduce { state, action in
      switch action {
      case .nothing: break
      case .count: state.child.count += 1
      case .replace: state = Watched()
      case .replaceChild: state.child = Child()
      case .name(let name): state.name = name
      }
      return .none
    }
  }

  struct Child: ObservableState, Identifiable {
    let id = 1
    var registrar = ObservationStateRegistrar()
    var storedCount = 0

    var count: Int {
      get {
        registrar.access(self, keyPath: \.count)
        return storedCount
      }
      set {
        storedCount = newValue
        registrar.didModify(self, keyPath: \.count, from: NoObservedIdentity(), to: .init())
      }
    }

    var _$id: ObservableStateID { registrar.id }
    mutating func _$willModify() { registrar._$willModify() }
  }

  var registrar = ObservationStateRegistrar()
  var storedName = ""
  var storedChild = Child()

  var name: String {
    get {
      registrar.access(self, keyPath: \.name)
      return storedName
    }
    set {
      storedName = newValue
      registrar.didModify(self, keyPath: \.name, from: NoObservedIdentity(), to: .init())
    }
  }

  var child: Child {
    get {
      registrar.access(self, keyPath: \.child)
      return storedChild
    }
    set {
      let old = registrar.identity(of: storedChild)
      storedChild = newValue
      registrar.didModify(
        self, keyPath: \.child, from: old, to: registrar.identity(of: storedChild))
    }
  }

  var _$id: ObservableStateID { registrar.id }
  mutating func _$willModify() { registrar._$willModify() }
}
