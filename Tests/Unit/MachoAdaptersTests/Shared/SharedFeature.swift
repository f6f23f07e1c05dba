import Composable
import Foundation
import MachoAdapters
import MachoSessions

/// A feature for tests of shared state: changes by reducers, by effects, and by other threads.
struct SharedFeature: Reducer {
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.appStorage("name")) var name = "none"
    @Shared(.fileStorage(URL(fileURLWithPath: "/notes.json"))) var notes: [String] = []
    @Shared var local: Int
    @SharedReader(.inMemory("count")) var readOnly = 0
    var child = Child(value: 7)
    var children: [Child] = []
    var mode = Mode.idle
    var plain = 0

    init(local: Int = 0) { _local = Shared(value: local) }
  }

  /// A child that refers to the same key.
  struct Child: Equatable {
    @Shared(.inMemory("count")) var count = 0
    var value: Int
  }

  enum Mode: Equatable {
    case idle
    case sharing(Shared<Int>, String)
  }

  enum Action: Equatable {
    case increment
    case startTimer
    case note(String)
    case addChild
    case share
    case setEqual
    case changeThenSend
    case changed(Int)
    case twoChanges
    case leave
    case touchNested
  }

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.$count.withLock { $0 += 1 }
      return .none
    case .startTimer:
      return .run { [count = state.$count] _ in
        for await _ in clock.timer(interval: .seconds(1)) { count.withLock { $0 += 1 } }
      }
      .cancellable(id: "timer")
    case .note(let text):
      return .run { [notes = state.$notes, name = state.$name] _ in
        notes.withLock { $0.append(text) }
        name.withLock { $0 = text }
      }
    case .addChild:
      state.children.append(Child(value: state.children.count))
      return .none
    case .share:
      state.mode = .sharing(state.$local, "local")
      return .run { [local = state.$local] _ in local.withLock { $0 = 3 } }
    case .setEqual:
      return .run { [count = state.$count] _ in
        count.withLock { $0 += 0 }
        count.withLock { $0 += 1 }
        count.withLock { $0 -= 1 }
      }
    case .changeThenSend:
      return .run { [count = state.$count] send in
        count.withLock { $0 = 10 }
        await send(.changed(count.wrappedValue))
        count.withLock { $0 = 20 }
      }
    case .changed(let plain):
      state.plain = plain
      return .none
    case .twoChanges:
      return .merge(
        .run { [count = state.$count] _ in count.withLock { $0 += 1 } },
        .run { [count = state.$count] _ in count.withLock { $0 += 10 } })
    case .leave:
      return .run { [count = state.$count] _ in
        await withCheckedContinuation { continuation in
          // A dispatch queue could wait for other tests to end.
          Thread.detachNewThread {
            count.withLock { $0 = 99 }
            continuation.resume()
          }
        }
      }
    case .touchNested:
      return .run { [count = state.$count, local = state.$local] _ in
        count.withLock { count in
          local.withLock { $0 = 5 }
          count += 1
        }
      }
    }
  }
}

/// A session with the feature open.
func sharedSession(
  receiveMode: Session.ReceiveMode = .onReceive, context: ContextChoice = .test
) -> Session {
  let feature = Feature("shared", start: SharedFeature.State()) { SharedFeature() }
  let session = Session(catalog: [feature], receiveMode: receiveMode, context: context)
  _ = session.run("feature shared")
  return session
}
