import Testing

@testable import Composable

@MainActor
@Suite struct PublisherTests {
  @Test func `Each element of a sequence is sent, and the effect ends with it`() {
    let drive = StoreHarness<Int, Int> { number in
      guard number == 0 else { return .none }
      return .publisher {
        AsyncStream { continuation in
          for number in 1...3 { continuation.yield(number) }
          continuation.finish()
        }
      }
    }
    drive.send(0)
    #expect(drive.actions == [0, 1, 2, 3])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `A timer sends until it is cancelled, and sleeps on the clock`() {
    let clock = TestClock()
    let drive = StoreHarness<Int, String> { action in
      switch action {
      case "go":
        .publisher { clock.timer(interval: .seconds(1)).map { _ in "tick" } }
          .cancellable(id: 1)
      case "stop": .cancel(id: 1)
      default: .none
      }
    }
    drive.send("go")
    #expect(
      drive.core.effects.map(\.status) == [.asleep(until: .seconds(1), remaining: .seconds(1))])
    clock.advance(by: .seconds(3)) { drive.executor.drain() }
    drive.send("stop")
    clock.advance(by: .seconds(3)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "tick", "tick", "tick", "stop"])
    #expect(drive.core.effects.isEmpty)
  }

  @Test func `The sequence is made under the reducer's dependencies`() {
    let clock = TestClock()
    var values = DependencyValues(context: .test)
    values.continuousClock = clock
    let drive = StoreHarness<Int, String>(dependencies: values) { action in
      guard action == "go" else { return .none }
      return .publisher {
        @Dependency(\.continuousClock) var clock
        return clock.timer(interval: .seconds(1)).map { _ in "tick" }
      }
    }
    drive.send("go")
    clock.advance(by: .seconds(1)) { drive.executor.drain() }
    #expect(drive.actions == ["go", "tick"])
  }

  @Test func `An error of the sequence goes to the catch`() {
    struct Offline: Error {}
    let drive = StoreHarness<Int, String> { action in
      guard action == "go" else { return .none }
      return .publisher {
        AsyncThrowingStream<String, any Error> { $0.finish(throwing: Offline()) }
      } catch: { error, send in
        await send("\(error)")
      }
    }
    drive.send("go")
    #expect(drive.actions == ["go", "Offline()"])
  }
}
