import Composable
import Testing

/// An object that calls a closure when it is released.
private final class Ticket: Equatable, Sendable {
  let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }

  static func == (left: Ticket, right: Ticket) -> Bool { left === right }
}

/// Passes tickets through actions, state and effects.
private struct Office: Reducer {
  struct State: Equatable {
    var ticket: Ticket?
    var releases = 0
    var log: [String] = []
  }

  enum Action: Equatable, Sendable {
    case forward(Ticket)
    case queued(Ticket)
    case store(Ticket)
    case discard
    case hold(Ticket)
    case start(Ticket)
    case stop
    case next
    case released
  }

  enum CancelID { case effect }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .forward(let ticket): return .send(.queued(ticket))
      case .queued: return .send(.next)
      case .next: state.log.append("next")
      case .store(let ticket): state.ticket = ticket
      case .discard: state.ticket = nil
      case .hold(let ticket):
        return .run { _ in withExtendedLifetime(ticket) {} }
      case .start(let ticket):
        return .run { _ in
          withExtendedLifetime(ticket) {}
          try await Task.never()
        }
        .cancellable(id: CancelID.effect)
      case .stop: return .cancel(id: CancelID.effect)
      case .released:
        state.releases += 1
        state.log.append("released")
        return .run { _ in }
      }
      return .none
    }
  }
}

@MainActor @Suite struct ReleaseTests {
  private let store = Store(initialState: Office.State()) { Office() }

  /// Returns a ticket whose release sends an action.
  private func ticket() -> Ticket {
    Ticket { [store] in MainActor.assumeIsolated { _ = store.send(.released) } }
  }

  @Test func `The payload of an action may send when it is released`() {
    store.send(.forward(ticket()))
    #expect(store.releases == 1)
    #expect(store.log == ["next", "released"])
    store.send(.queued(ticket()))
    #expect(store.releases == 2)
  }

  @Test func `A part of the state may send when it is released`() {
    store.send(.store(ticket()))
    store.send(.store(ticket()))
    #expect(store.releases == 1)
    store.send(.discard)
    #expect(store.releases == 2)
  }

  @Test func `What an effect captures may send when it is released`() async {
    await store.send(.hold(ticket())).finish()
    #expect(store.releases == 1)
    let task = store.send(.start(ticket()))
    store.send(.stop)
    await task.finish()
    #expect(store.releases == 2)
  }

  @Test func `A listener may send when it is released`() {
    var ticket: Ticket? = ticket()
    let observation = store.observeState { [ticket] _ in withExtendedLifetime(ticket) {} }
    ticket = nil
    #expect(ticket == nil && store.releases == 0)
    observation.cancel()
    #expect(store.releases == 1)
  }

  @Test func `A part of the state before an action may send when it is released`() {
    let viewStore = ViewStore(store, observe: \.log)
    store.send(.store(ticket()))
    store.send(.discard)
    #expect(viewStore.state == ["released"])
  }

  @Test func `A value of LockIsolated may use it when it is released`() {
    let lock = LockIsolated<Ticket?>(nil)
    let count = LockIsolated(0)
    lock.setValue(
      Ticket {
        let isEmpty = lock.value == nil
        count.withValue { $0 += isEmpty ? 1 : 10 }
      })
    lock.setValue(nil)
    #expect(count.value == 1)
  }
}
