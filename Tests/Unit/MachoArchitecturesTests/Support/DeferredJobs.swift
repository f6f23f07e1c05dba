import MachoArchitectures
import MachoLocks

/// A task runner whose jobs run only when `perform()` is called.
final class DeferredJobs: Sendable {
  private let jobs = Lock<[TaskRunner.Job]>([])

  var names: [String?] { jobs.withLock { $0.map(\.name) } }

  var tasks: TaskRunner {
    TaskRunner { [self] job in
      jobs.withLock { jobs in
        if job.isReplacing { jobs.removeAll { $0.name == job.name } }
        jobs.append(job)
      }
    } cancel: { [self] name in
      jobs.withLock { $0.removeAll { $0.name == name } }
    }
  }

  func perform() async throws {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      try await job.operation()
    }
  }
}
