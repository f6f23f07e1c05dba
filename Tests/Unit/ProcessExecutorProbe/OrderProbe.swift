import Composable

private actor Counter {
  private var count = 0

  func next() async -> Int {
    count += 1
    await Task.yield()
    return count
  }
}

@MainActor
private final class Screen {
  private var taps = 0

  func tap() -> Int {
    MainActor.preconditionIsolated()
    taps += 1
    return taps
  }

  nonisolated func assumeAndTap() {
    MainActor.assumeIsolated { _ = tap() }
  }
}

/// Work that a store's executor alone could not order: unstructured and detached tasks, a stream
/// that one of them fills, the main actor, task groups and two actors.
struct OrderProbe {
  private let executor: StoreExecutor

  init(_ executor: StoreExecutor) {
    self.executor = executor
  }

  func run(_ repetitions: Int) {
    let first = runOnce()
    var equalCount = 0
    for _ in 0..<repetitions where runOnce() == first { equalCount += 1 }
    print("\(equalCount) of \(repetitions) equal, external jobs: \(executor.externalJobCount)")
    print(first.joined(separator: ", "))
  }

  private func runOnce() -> [String] {
    let one = Counter()
    let two = Counter()
    let core = StoreCore<[String], String>(
      initialState: [], executor: executor,
      reducer: Reduce { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return .merge((0..<3).map { effect($0, one, two) })
      })
    core.send("go")
    executor.drain()
    precondition(core.effects.isEmpty, "An effect has not finished.")
    return core.state
  }

  private func effect(_ index: Int, _ one: Counter, _ two: Counter) -> Effect<String> {
    .run { send in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task {
        for _ in 0..<3 { continuation.yield(await one.next()) }
        continuation.finish()
      }
      for await value in stream { await send("stream \(index) \(value)") }
      let screen = Screen()
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<3 { group.addTask { await two.next() } }
        group.addTask { await screen.tap() }
        for await value in group { await send("group \(index) \(value)") }
      }
      await Task.detached { await send("detached \(index)") }.value
      await Task { @MainActor in
        screen.assumeAndTap()
        await send("main \(index) \(screen.tap())")
      }.value
    }
  }
}
