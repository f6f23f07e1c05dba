import Foundation

/// Works on several things at once and hands the results on in order.
struct ParallelRuns {
  let jobs: Int

  /// Runs `work` for each item on threads, and `take` here, for each result in the items' order.
  func run<Item: Sendable, Result: Sendable>(
    _ items: [Item], work: @escaping @Sendable (Item) -> Result, take: (Result) -> Void
  ) {
    let mailbox = Mailbox<(index: Int, result: Result)>()
    let next = Counter()
    for _ in 0..<min(jobs, items.count) {
      Thread.detachNewThread {
        while let index = next.take(below: items.count) {
          mailbox.post((index, work(items[index])))
        }
      }
    }
    var early: [Int: Result] = [:]
    for index in items.indices {
      while early[index] == nil {
        let (found, result) = mailbox.next()
        early[found] = result
      }
      if let result = early.removeValue(forKey: index) { take(result) }
    }
  }

  private final class Counter: @unchecked Sendable {
    // Unchecked: `value` is only touched with `lock` held.
    private let lock = NSLock()
    private var value = 0

    func take(below limit: Int) -> Int? {
      lock.withLock {
        guard value < limit else { return nil }
        defer { value += 1 }
        return value
      }
    }
  }
}
