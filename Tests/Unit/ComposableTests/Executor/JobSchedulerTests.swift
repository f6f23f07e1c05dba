import Testing

@testable import Composable

/// A store whose action 'go' starts three effects that send their number, after a sleep if the clock
/// is given.
private func makeHarness(_ clock: TestClock<Duration>? = nil) -> StoreHarness<Int, String> {
  StoreHarness<Int, String> {
    guard $0 == "go" else { return .none }
    return .merge(
      (1...3).map { number in
        .run { send in
          try? await clock?.sleep(for: .seconds(1))
          await send("\(number) begins")
          await Task.yield()
          await send("\(number) ends")
        }
      })
  }
}

/// Installs a scheduler that chooses with `choose`. Returns the candidates of each choice.
private func schedule(
  _ harness: StoreHarness<Int, String>, _ choose: @escaping ([JobScheduler.Candidate]) -> Int
) -> () -> [[Int?]] {
  var points: [[Int?]] = []
  harness.executor.scheduler = JobScheduler { [core = harness.core] in
    core.effect(ofTaskAt: $0)
  } choose: { candidates, _ in
    points.append(candidates.map { $0.effect?.id })
    return choose(candidates)
  }
  return { points }
}

@Suite struct JobSchedulerTests {
  @Test func `The first candidate is the job that runs without a scheduler`() {
    let plain = makeHarness()
    plain.send("go")
    let harness = makeHarness()
    let points = schedule(harness) { _ in 0 }
    harness.send("go")
    #expect(harness.actions == plain.actions)
    #expect(points().first == [1, 2, 3])
  }

  @Test func `A chosen job runs before older ones`() {
    let harness = makeHarness()
    _ = schedule(harness) { $0.count - 1 }
    harness.send("go")
    #expect(
      harness.actions
        == ["go", "3 begins", "3 ends", "2 begins", "2 ends", "1 begins", "1 ends"])
  }

  @Test func `Sleepers with one deadline are candidates, with the jobs that are ready`() {
    let clock = TestClock()
    let plain = makeHarness(clock)
    plain.send("go")
    clock.advance(by: .seconds(1)) { plain.executor.drain() }

    func run(_ choose: @escaping ([JobScheduler.Candidate]) -> Int) -> (
      actions: [String], points: [[Int?]]
    ) {
      let clock = TestClock()
      let harness = makeHarness(clock)
      let points = schedule(harness, choose)
      harness.send("go")
      clock.advance(by: .seconds(1), scheduler: harness.executor.scheduler) {
        harness.executor.drain()
      }
      return (harness.actions, points())
    }
    #expect(run { _ in 0 }.actions == plain.actions)
    let wakingAll = run { candidates in candidates.firstIndex(where: \.isSleeper) ?? 0 }
    #expect(wakingAll.points.first == [1, 2, 3])
    #expect(Array(wakingAll.actions.prefix(4)) == ["go", "1 begins", "2 begins", "3 begins"])
  }

  @Test func `Tasks that started before the scheduler belong to their effects`() {
    let clock = TestClock()
    let harness = makeHarness(clock)
    harness.send("go")
    let points = schedule(harness) { $0.firstIndex(where: \.isSleeper) ?? 0 }
    clock.advance(by: .seconds(1), scheduler: harness.executor.scheduler) {
      harness.executor.drain()
    }
    #expect(points().allSatisfy { $0.allSatisfy { $0 != nil } })
    #expect(points().count > 3)
  }
}
