import Foundation
import MachoSystem

/// Runs jobs in parallel and delivers the results in order.
struct ParallelRunner {
  /// A progress event of the item at an index.
  enum Event {
    case started(Int)
    case finished(Int)
  }

  let jobs: Int

  /// Runs `work` for each item on worker threads, in the order of `order`, which contains each
  /// index once. On the calling thread, calls `onResult` with each result in the items' order, and
  /// `onEvent` with each event as it occurs.
  func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], order: [Int], work: @escaping @Sendable (Item) -> Result,
    onEvent: (Event) -> Void = { _ in }, onResult: (Result) -> Void
  ) {
    let mailbox = Mailbox<Message<Result>>()
    let next = Counter()
    for _ in 0..<min(jobs, items.count) {
      Thread.detachNewThread {
        while let position = next.next(below: order.count) {
          let index = order[position]
          mailbox.post(.started(index))
          mailbox.post(.finished(index, work(items[index])))
        }
      }
    }
    var early: [Int: Result] = [:]
    for index in items.indices {
      while early[index] == nil {
        switch mailbox.next() {
        case .started(let started): onEvent(.started(started))
        case .finished(let finished, let result):
          early[finished] = result
          onEvent(.finished(finished))
        }
      }
      if let result = early.removeValue(forKey: index) { onResult(result) }
    }
  }

  private enum Message<Result: Sendable>: Sendable {
    case started(Int)
    case finished(Int, Result)
  }

  private final class Counter: @unchecked Sendable {
    // SAFETY: `value` is accessed only with `lock` held.
    private let lock = NSLock()
    private var value = 0

    func next(below limit: Int) -> Int? {
      lock.withLock {
        guard value < limit else { return nil }
        defer { value += 1 }
        return value
      }
    }
  }
}
