import Dispatch
import Foundation
import Testing

@testable import Composable

@Suite struct SharedStateTrackerTests {
  struct State: Equatable {
    @Shared(.inMemory("count")) var count = 0
    @Shared(.inMemory("name")) var name = ""
  }

  /// Runs `body` on another thread and waits for it.
  private func onOtherThread(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      hasEnded.signal()
    }
    hasEnded.wait()
  }

  /// Creates a tracker. The test must drain the executor, which its jobs retain.
  private func makeTracker(
    of state: State, isLive: Bool = false
  ) throws -> (tracker: SharedStateTracker<State>, executor: StoreExecutor) {
    let executor = StoreExecutor()
    let tracker = try #require(SharedStateTracker<State>(of: executor, isLive: isLive))
    _ = tracker.snapshot(of: state)
    return (tracker, executor)
  }

  @Test func `Changes of the store and of other threads are separate, each with its values`() throws
  {
    let state = State()
    let (tracker, executor) = try makeTracker(of: state)
    defer { executor.drain(acceptingExternalJobs: true) }
    let (count, name) = (state.$count, state.$name)
    onOtherThread { count.withLock { $0 = 1 } }
    onOtherThread { name.withLock { $0 = "x" } }
    count.withLock { $0 += 10 }
    onOtherThread { count.withLock { $0 += 100 } }
    var snapshots: [State] = []
    while let change = tracker.takeChange(includingExternal: true) {
      snapshots.append(tracker.snapshot(of: state, after: change))
    }
    #expect(snapshots.map(\.count) == [1, 1, 11, 111])
    #expect(snapshots.map(\.name) == ["", "x", "x", "x"])
  }

  @Test func `Changes by other code are one change of a live store`() throws {
    let state = State()
    let (tracker, executor) = try makeTracker(of: state, isLive: true)
    defer { executor.drain(acceptingExternalJobs: true) }
    let (count, name) = (state.$count, state.$name)
    onOtherThread {
      count.withLock { $0 = 1 }
      name.withLock { $0 = "x" }
    }
    count.withLock { $0 += 10 }
    onOtherThread { count.withLock { $0 += 100 } }
    var snapshots: [State] = []
    while let change = tracker.takeChange(includingExternal: true) {
      snapshots.append(tracker.snapshot(of: state, after: change))
    }
    #expect(snapshots.map(\.count) == [1, 11, 111])
    #expect(snapshots.map(\.name) == ["x", "x", "x"])
  }

  @Test func `A change of another thread counts when its job has run`() throws {
    let state = State()
    let executor = StoreExecutor()
    let tracker = try #require(SharedStateTracker<State>(of: executor))
    _ = tracker.snapshot(of: state)
    let count = state.$count
    onOtherThread {
      count.withLock { $0 = 1 }
      count.withLock { $0 = 2 }
    }
    #expect(tracker.takeChange()?.origin == nil)
    #expect(executor.drain(acceptingExternalJobs: true, limit: 1) == 1)
    #expect(tracker.snapshot(of: state, after: tracker.takeChange()).count == 1)
    #expect(tracker.takeChange()?.origin == nil)
    #expect(executor.drain(acceptingExternalJobs: true, limit: 1) == 1)
    #expect(tracker.snapshot(of: state, after: tracker.takeChange()).count == 2)
  }

  @Test func `A snapshot of the current values contains all changes`() throws {
    let state = State()
    let (tracker, executor) = try makeTracker(of: state)
    defer { executor.drain(acceptingExternalJobs: true) }
    let count = state.$count
    onOtherThread { count.withLock { $0 = 1 } }
    #expect(tracker.snapshot(of: state).count == 1)
    #expect(tracker.takeChange(includingExternal: true)?.origin == nil)
  }

  @Test func `A thread that the store waits for has no order`() throws {
    let state = State()
    let (tracker, executor) = try makeTracker(of: state)
    defer { executor.drain(acceptingExternalJobs: true) }
    let count = state.$count
    tracker.excludingOtherThreads { onOtherThread { count.withLock { $0 = 1 } } }
    #expect(tracker.takeChange(includingExternal: true)?.isOrdered == false)
    onOtherThread { count.withLock { $0 = 2 } }
    #expect(tracker.takeChange(includingExternal: true)?.isOrdered == true)
  }

  struct Parent: Equatable {
    var child: Child?
  }

  struct Child: Equatable {
    @Shared(.appStorage("isOn")) var isOn = false
  }

  @Test func `A stored value of a new key is a later change of a live store`() throws {
    let tracker = try #require(
      SharedStateTracker<Parent>(of: StoreExecutor(), isLive: true))
    _ = tracker.snapshot(of: Parent())
    DependencyValues.current.defaultAppStorage.set(true, forKey: "isOn")
    let state = Parent(child: Child())
    #expect(tracker.snapshot(of: state, after: nil).child?.isOn == false)
    let change = try #require(tracker.takeChange())
    #expect(change.origin == .outside)
    #expect(tracker.snapshot(of: state, after: change).child?.isOn == true)
  }

  @Test func `A value that the store has stored itself is no later change`() throws {
    let tracker = try #require(
      SharedStateTracker<Parent>(of: StoreExecutor(), isLive: true))
    _ = tracker.snapshot(of: Parent())
    do {
      let child = Child()
      child.$isOn.withLock { $0 = true }
    }
    let state = Parent(child: Child())
    #expect(tracker.snapshot(of: state, after: nil).child?.isOn == true)
    #expect(tracker.takeChange()?.origin == nil)
  }
}
