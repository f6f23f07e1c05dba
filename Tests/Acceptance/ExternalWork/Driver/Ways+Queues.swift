import Dispatch
import Foundation

extension Way {
  /// Returns whether it is a way by a dispatch queue.
  func performWithQueues(
    _ mark: Mark, _ send: @escaping @Sendable (Int) async -> Void
  ) async -> Bool {
    let queue = DispatchQueue(label: "way")
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    switch self {
    case .queueContinuation: await hop(mark) { queue.async(execute: $0) }
    case .queueGlobal: await hop(mark) { DispatchQueue.global().async(execute: $0) }
    case .queueTwo:
      await withTaskGroup { group in
        for number in 1...2 {
          group.addTask {
            await resumed { continuation in
              DispatchQueue.global().async { continuation.resume() }
            }
            await send(number)
          }
        }
      }
    case .queueBarrier: await hop(mark) { concurrent.async(flags: .barrier, execute: $0) }
    case .queueNotify:
      let group = DispatchGroup()
      queue.async(group: group) { mark.set() }
      await hop(mark) { group.notify(queue: queue, execute: $0) }
    case .queueGroupWait:
      let group = DispatchGroup()
      queue.async(group: group) { mark.set() }
      block { group.wait() }
    case .queueAfter: await hop(mark) { queue.asyncAfter(deadline: .now() + 0.001, execute: $0) }
    case .queueAfterForgotten: queue.asyncAfter(deadline: .now() + 0.000_1) { mark.set() }
    case .queueItemWait:
      let item = DispatchWorkItem { mark.set() }
      queue.async(execute: item)
      block { item.wait() }
    case .queueItemNotify:
      let item = DispatchWorkItem { mark.set() }
      queue.async(execute: item)
      await hop(mark) { item.notify(queue: queue, execute: $0) }
    case .queueSyncSame:
      queue.async { mark.set() }
      queue.sync {}
    case .queueSyncOther:
      queue.async { mark.set() }
      DispatchQueue(label: "other").sync {}
    case .queueSyncConcurrent:
      concurrent.async { mark.set() }
      concurrent.sync {}
    case .queueSyncNested:
      queue.async { concurrent.async { mark.set() } }
      queue.sync {}
    case .queueBarrierSync:
      concurrent.async { mark.set() }
      concurrent.sync(flags: .barrier) {}
    case .queuePerform:
      let numbers = Numbers()
      DispatchQueue.concurrentPerform(iterations: 64) { numbers.append($0) }
      await send(numbers.digest)
    case .queueCompute:
      queue.async { mark.set() }
      compute(milliseconds: 300)
    case .queueSleep:
      queue.async { mark.set() }
      block { usleep(1_000) }
    case .queueYield:
      queue.async { mark.set() }
      while mark.value == 0 { await Task.yield() }
    case .queueForgotten: queue.async { mark.set() }
    case .queueNested: await hop(mark) { block in queue.async { concurrent.async(execute: block) } }
    case .queueChain:
      queue.async { concurrent.async { DispatchQueue.global().async { mark.set() } } }
    case .queueStream:
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      queue.async {
        for number in 0..<3 { continuation.yield(number) }
        continuation.finish()
      }
      for await number in stream { await send(number) }
    case .queueSend:
      await resumed { continuation in
        queue.async {
          Task {
            await send(7)
            continuation.resume()
          }
        }
      }
    case .queueTarget:
      await hop(mark) { DispatchQueue(label: "targeting", target: queue).async(execute: $0) }
    case .queueInactive:
      let inactive = DispatchQueue(label: "inactive", attributes: .initiallyInactive)
      await hop(mark) { block in
        inactive.async(execute: block)
        inactive.activate()
      }
    case .queueSuspended:
      queue.suspend()
      await hop(mark) { block in
        queue.async(execute: block)
        queue.resume()
      }
    default: return false
    }
    return true
  }

  /// Waits for a block that counts.
  private func hop(
    _ mark: Mark, _ start: (@escaping @Sendable @convention(block) () -> Void) -> Void
  ) async {
    await resumed { continuation in
      start {
        mark.set()
        continuation.resume()
      }
    }
  }
}

/// Numbers in the order in which threads append them.
private final class Numbers: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int] = []

  func append(_ number: Int) { lock.withLock { numbers.append(number) } }

  /// A number that depends on the order.
  var digest: Int { lock.withLock { numbers.reduce(0) { ($0 &* 31 &+ $1) % 1_000_003 } } }
}
