import Composable
import Dispatch
import Synchronization

/// Effects that other threads resume before their tasks suspend, and effects that hand work to other
/// threads.
struct ThreadProbe {
  private let executor: StoreExecutor
  private let queue = DispatchQueue(label: "thread-probe")

  init(_ executor: StoreExecutor) {
    self.executor = executor
  }

  func run(_ repetitions: Int) {
    var undetected = 0
    var begunEarly = 0
    var failed = 0
    let isIdle = waitsForStore() == .waiting(on: "other code of the store")
    for _ in 0..<repetitions {
      if !findsEarlyResume() { undetected += 1 }
      if !holdsWork() { begunEarly += 1 }
      if !ignoresOtherThreads() { failed += 1 }
    }
    let isExternal = waitsForStore() == .external
    print(isIdle && isExternal ? "waits are known" : "waits are not known")
    print("\(undetected) undetected, \(begunEarly) begun early, \(failed) failed")
  }

  /// Whether an effect that another thread resumed before it suspended waits until it is accepted.
  private func findsEarlyResume() -> Bool {
    let (queue, clock) = (queue, TestClock())
    let core = makeCore { send in
      await withCheckedContinuation { continuation in
        let hasResumed = Signal()
        queue.async {
          continuation.resume()
          hasResumed.set()
        }
        while !hasResumed.isSet {}
      }
      try? await clock.sleep(for: .seconds(1))
      await send("resumed")
    }
    core.send("go")
    executor.drain()
    let isHeld = core.state == ["go"] && core.effects.map(\.status) == [.external]
    executor.drain(acceptingExternalJobs: true)
    clock.advance(by: .seconds(1)) { executor.drain() }
    return isHeld && core.state == ["go", "resumed"] && core.effects.isEmpty
  }

  /// Returns the status of an effect that waits for a stream, which nothing feeds.
  private func waitsForStore() -> EffectStatus? {
    let core = makeCore { send in
      await send("waiting")
      for await _ in AsyncStream.makeStream(of: Int.self).stream {}
    }
    core.send("go")
    executor.drain()
    defer {
      core.cancelEffects { _ in true }
      executor.drain(acceptingExternalJobs: true)
    }
    return core.effects.first?.status
  }

  /// Whether handed work begins only when it is started.
  private func holdsWork() -> Bool {
    let (queue, hasBegun) = (queue, Signal())
    let core = makeCore { send in
      queue.async { hasBegun.set() }
      while !hasBegun.isSet { await Task.yield() }
      await send("begun")
    }
    executor.externalWork?.holdWork {
      core.send("go")
      executor.drain()
    }
    let isHeld = !hasBegun.isSet && core.effects.map(\.status) == [.external]
    executor.externalWork?.startHeldWork()
    executor.drain(acceptingExternalJobs: true)
    return isHeld && core.state == ["go", "begun"]
  }

  /// Whether an effect ends although another thread resumes tasks of its own all the time.
  private func ignoresOtherThreads() -> Bool {
    let hasEnded = Signal()
    let isBusy = DispatchGroup()
    queue.async(group: isBusy) {
      while !hasEnded.isSet { Task.detached {}.cancel() }
    }
    let core = makeCore { send in
      await Task.yield()
      await send("ended")
    }
    core.send("go")
    executor.drain()
    let hasPassed = core.state == ["go", "ended"] && core.effects.isEmpty
    hasEnded.set()
    isBusy.wait()
    executor.drain(acceptingExternalJobs: true)
    return hasPassed
  }

  private func makeCore(
    _ operation: @escaping @Sendable (Send<String>) async -> Void
  ) -> StoreCore<[String], String> {
    StoreCore(
      initialState: [], executor: executor,
      reducer: Reduce { state, action in
        state.append(action)
        return action == "go" ? .run(operation: operation) : .none
      })
  }
}

private final class Signal: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
