/// A job and as whom it runs.
struct PendingJob {
  let job: UnownedJob
  /// Whether it belongs to the main actor, in a process that was adopted.
  let isMainActorJob: Bool

  func run(on executor: UnownedTaskExecutor) {
    if isMainActorJob {
      job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    } else {
      job.runSynchronously(on: executor)
    }
  }
}

/// The jobs that are ready, and the one place that chooses the next of them.
struct JobQueue {
  private var jobs: [PendingJob] = []
  private var head = 0

  var isEmpty: Bool { head == jobs.count }

  mutating func append(_ job: PendingJob) {
    jobs.append(job)
  }

  /// Takes the job that runs next: the oldest. The queue must not be empty.
  mutating func dequeue() -> PendingJob {
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024, head * 2 >= jobs.count {
      // A queue that is never empty must not keep all it ever held.
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }
}
