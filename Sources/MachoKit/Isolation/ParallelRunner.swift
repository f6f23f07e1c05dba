import Foundation
import MachoStreams

/// Works on several things at once and hands the results on in order.
struct ParallelRunner {
  /// What happens to the thing with an index.
  enum Event {
    case started(Int)
    case finished(Int)
  }

  let jobs: Int

  /// Runs `work` for each item on threads, in the order of `order`, which holds each index once;
  /// and here `take`, for each result in the items' order, and `watch`, for each event as it
  /// happens.
  func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], order: [Int], work: @escaping @Sendable (Item) -> Result,
    watch: (Event) -> Void = { _ in }, take: (Result) -> Void
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
        case .started(let started): watch(.started(started))
        case .finished(let ended, let result):
          early[ended] = result
          watch(.finished(ended))
        }
      }
      if let result = early.removeValue(forKey: index) { take(result) }
    }
  }

  private enum Message<Result: Sendable>: Sendable {
    case started(Int)
    case finished(Int, Result)
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: `value` is only touched with `lock` held.
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
