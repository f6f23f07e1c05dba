import Composable
import Foundation
import Synchronization

/// Work that code outside of effects, such as a reducer, hands to other threads.
struct HeldWorkProbe {
  private let tracker: ExternalWorkTracker
  private let queues = ["a", "b"].map { DispatchQueue(label: $0) }
  private let log = Log()

  init(_ executor: StoreExecutor) {
    guard let tracker = executor.externalWork else {
      preconditionFailure("The executor of the process has no tracker.")
    }
    self.tracker = tracker
  }

  /// Prints what was held, and what has run in which order.
  func runHeldWork() {
    tracker.holdWork {
      hand("a1", to: 0)
      hand("b1", to: 1)
      hand("a2", to: 0)
    }
    report("held")
    tracker.startHeldWork()
    awaitQueues()
    report("started")

    tracker.holdWork {
      hand("a1", to: 0)
      hand("b1", to: 1)
      queues[0].sync { log.append("turn") }
    }
    report("a turn in a queue")
    tracker.startHeldWork()
    awaitQueues()
    report("started")

    tracker.holdWork { Thread.detachNewThread {} }
    report("a thread")
    tracker.startHeldWork()
    report("started")
  }

  /// Prints what the tracker knows of code that waits.
  func runTracker() {
    print("started before: \(tracker.hasStartedWork)")
    tracker.holdWork {
      hand("a1", to: 0)
      usleep(1)
    }
    report("a short sleep")
    reportWaits()
    reportWaits()
    let semaphore = DispatchSemaphore(value: 0)
    tracker.holdWork {
      queues[0].async { semaphore.signal() }
      semaphore.wait()
    }
    awaitQueues()
    report("a wait")
    reportWaits()
    print("started before: \(tracker.hasStartedWork)")

    tracker.holdsUntilSettled = false
    tracker.holdWork { hand("b1", to: 1) }
    awaitQueues()
    report("as at a prompt")
    tracker.holdsUntilSettled = true
  }

  private func hand(_ text: String, to queue: Int) {
    queues[queue].async { [log] in log.append(text) }
  }

  /// Waits for the blocks that have begun.
  private func awaitQueues() { for queue in queues { queue.sync {} } }

  /// Prints what is held, and what has run since the last report. The queues run side by side, so the
  /// blocks of the second one come last.
  private func report(_ title: String) {
    let texts = log.takeAll()
    let ordered = texts.filter { !$0.hasPrefix("b") } + texts.filter { $0.hasPrefix("b") }
    print("\(title): held \(list(tracker.heldWorkDescriptions)), ran \(list(ordered))")
  }

  private func reportWaits() { print("waits: \(list(tracker.takeWaitsOutsideEffects()))") }

  private func list(_ texts: [String]) -> String {
    texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
  }
}

private final class Log: Sendable {
  private let texts = Mutex<[String]>([])

  func append(_ text: String) { texts.withLock { $0.append(text) } }

  func takeAll() -> [String] {
    texts.withLock { texts in
      defer { texts = [] }
      return texts
    }
  }
}
