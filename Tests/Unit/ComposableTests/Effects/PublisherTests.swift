import Testing

@testable import Composable

@MainActor
@Suite struct PublisherTests {
  @Test func `Each element of a sequence is sent, and the effect ends with the sequence`() {
    let harness = StoreHarness<Int, Int> { number in
      guard number == 0 else { return .none }
      return .publisher {
        AsyncStream { continuation in
          for number in 1...3 { continuation.yield(number) }
          continuation.finish()
        }
      }
    }
    harness.send(0)
    #expect(harness.actions == [0, 1, 2, 3])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A timer sends until it is cancelled, and sleeps on the clock`() {
    let clock = TestClock()
    let harness = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .publisher { clock.timer(interval: .seconds(1)).map { _ in "tick" } }
          .cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    harness.send("go")
    #expect(
      harness.core.effects.map(\.status) == [.asleep(until: .seconds(1), remaining: .seconds(1))])
    clock.advance(by: .seconds(3)) { harness.executor.drain() }
    harness.send("stop")
    clock.advance(by: .seconds(3)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "tick", "tick", "tick", "stop"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `The sequence is created under the reducer's dependencies`() {
    let clock = TestClock()
    var values = DependencyValues(context: .test)
    values.continuousClock = clock
    let harness = StoreHarness<Int, String>(dependencies: values) { action in
      guard action == "go" else { return .none }
      return .publisher {
        @Dependency(\.continuousClock) var clock
        return clock.timer(interval: .seconds(1)).map { _ in "tick" }
      }
    }
    harness.send("go")
    clock.advance(by: .seconds(1)) { harness.executor.drain() }
    #expect(harness.actions == ["go", "tick"])
  }

  @Test func `The catch receives an error of the sequence`() {
    struct Offline: Error {}
    let harness = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .publisher {
        AsyncThrowingStream<String, any Error> { $0.finish(throwing: Offline()) }
      } catch: { error, send in
        await send("\(error)")
      }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "Offline()"])
  }
}
