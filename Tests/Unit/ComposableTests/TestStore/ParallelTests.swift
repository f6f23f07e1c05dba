import Testing

@testable import Composable

/// A thousand concurrent tests of effects.
@Suite struct ParallelTests {
  @Test(arguments: 0..<1_000)
  @MainActor
  func `Effects have one outcome, regardless of other tests`(number: Int) async {
    let clock = TestClock()
    let store = TestStore(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        switch action {
        case "go":
          return .merge(
            .run { send in
              await MainActor.run {}
              await send("main")
              try await clock.sleep(for: .seconds(2))
              await send("late")
            },
            .run { send in
              await withTaskGroup { group in
                for name in ["a", "b"] {
                  group.addTask {
                    await Task.yield()
                    await send(name)
                  }
                }
              }
              try await clock.sleep(for: .seconds(1))
              await send("early")
            })
        case "late":
          return .run { _ in try await Task.never() }.cancellable(id: "never")
        case "stop":
          return .cancel(id: "never")
        default:
          return .none
        }
      }
    }
    await store.send("go") { $0 = ["go"] }
    for name in ["a", "b", "main"] { await store.receive(name) { $0.append(name) } }
    await clock.advance(by: .seconds(2))
    for name in ["early", "late"] { await store.receive(name) { $0.append(name) } }
    await store.send("stop") { $0.append("stop") }
    await store.finish()
  }
}
