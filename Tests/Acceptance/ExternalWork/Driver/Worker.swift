import Foundation

/// A thread that runs closures, as a library's own thread does.
final class Worker: Sendable {
  /// A worker that exists before any store, if `DRIVER_THREAD` is `worker`.
  static let started = Worker(name: "worker")
  /// A worker that the first effect starts.
  static let lazy = Worker(name: "lazy worker")

  private let condition = NSCondition()
  // SAFETY: accessed only while `condition` is locked.
  nonisolated(unsafe) private var jobs: [@Sendable () -> Void] = []

  init(name: String) {
    let thread = Thread { [self] in
      while true {
        condition.lock()
        while jobs.isEmpty { condition.wait() }
        let job = jobs.removeFirst()
        condition.unlock()
        job()
      }
    }
    thread.name = name
    thread.start()
  }

  func submit(_ job: @escaping @Sendable () -> Void) {
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }
}
