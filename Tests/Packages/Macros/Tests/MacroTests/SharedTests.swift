import Foundation
import Sharing
import Testing
import XCTest

/// A feature with shared values as upstream's documentation writes it.
@Reducer
private struct Settings {
  @ObservableState
  struct State: Equatable {
    var taps = 0
    @Shared(.appStorage("isOn")) var isOn = false
    @Shared var count: Int
    @SharedReader(.appStorage("isOn")) var isOnReader = false
    @Presents var child: Child.State?
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case child(PresentationAction<Child.Action>)
    case increment
    case presentChild
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .child: break
      case .increment:
        state.taps += 1
        state.$count.withLock { $0 += 1 }
      case .presentChild:
        state.child = Child.State(count: state.$count)
      }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child() }
  }

  @Reducer
  struct Child {
    @ObservableState
    struct State: Equatable {
      @Shared var count: Int
    }

    enum Action { case increment }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.$count.withLock { $0 += 1 }
        return .none
      }
    }
  }
}

@MainActor
@Suite struct SharedTests {
  private func makeStore() -> TestStoreOf<Settings> {
    TestStore(initialState: Settings.State(count: Shared(value: 0))) { Settings() }
  }

  @Test func `A binding changes a shared value`() async {
    let store = makeStore()
    await store.send(.binding(.set(\.isOn, true))) { $0.$isOn.withLock { $0 = true } }
    await store.send(\.binding.count, 3) { $0.$count.withLock { $0 = 3 } }
    #expect(store.state.isOnReader)
  }

  @Test func `A store's binding changes a shared value`() {
    let store = Store(initialState: Settings.State(count: Shared(value: 0))) { Settings() }
    store.isOn = true
    store.count = 2
    #expect(store.isOn && store.isOnReader)
    #expect(store.count == 2)
  }

  @Test func `A child changes its parent's value`() async {
    let store = makeStore()
    await store.send(.presentChild) { $0.child = Settings.Child.State(count: $0.$count) }
    await store.send(\.child.increment) { $0.$count.withLock { $0 = 1 } }
    await store.send(.increment) {
      $0.taps = 1
      $0.child?.$count.withLock { $0 = 2 }
    }
  }

  @Test func `A shared value notifies only its own observers`() {
    let store = Store(initialState: Settings.State(count: Shared(value: 0))) { Settings() }
    #expect(
      !isChangeReported {
        _ = store.taps
      } during: {
        store.count = 5
      })
    #expect(
      isChangeReported {
        _ = store.count
      } during: {
        store.count = 6
      })
    let child = Store(initialState: Settings.Child.State(count: store.$count)) { Settings.Child() }
    #expect(
      isChangeReported {
        _ = store.count
      } during: {
        child.send(.increment)
      })
    #expect(store.count == 7)
  }
}

/// The same feature in an XCTest.
@MainActor
final class SharedXCTests: XCTestCase {
  func testChangesAreAsserted() async {
    let store = TestStore(initialState: Settings.State(count: Shared(value: 0))) { Settings() }
    await store.send(.increment) {
      $0.taps = 1
      $0.$count.withLock { $0 = 1 }
    }
  }
}
