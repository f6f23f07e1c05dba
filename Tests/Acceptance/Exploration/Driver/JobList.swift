import MachoLocks

/// The work that the last action started.
final class JobList: Sendable {
  private let jobs = Lock<[Job]>([])

  func add(_ more: [Job]) { jobs.withLock { $0 += more } }

  func removeAll() -> [Job] {
    jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }
}
