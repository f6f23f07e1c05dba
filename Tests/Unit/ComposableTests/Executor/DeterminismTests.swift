import Testing

@testable import Composable

private actor Counter {
  private var count = 0

  func next() async -> Int {
    count += 1
    await Task.yield()
    return count
  }
}

/// Three effects with task groups, child tasks, two actors and yields.
private func run() -> [String] {
  let one = Counter()
  let two = Counter()
  let harness = StoreHarness<Int, String> {
    guard $0 == "go" else { return .none }
    return .merge(
      (0..<3).map { index in
        .run { send in
          for _ in 0..<2 { await send("effect \(index) \(one.next())") }
          await withTaskGroup(of: Int.self) { group in
            for _ in 0..<3 { group.addTask { await two.next() } }
            for await value in group { await send("group \(index) \(value)") }
          }
          async let left = one.next()
          async let right = two.next()
          await send("both \(index) \(left) \(right)")
        }
      })
  }
  harness.send("go")
  #expect(harness.core.effects.isEmpty)
  return harness.actions
}

@Suite struct DeterminismTests {
  @Test func `Effects with groups and actors have one order in a thousand runs`() {
    let first = run()
    #expect(first.count == 19)
    #expect((0..<1000).allSatisfy { _ in run() == first })
  }
}
