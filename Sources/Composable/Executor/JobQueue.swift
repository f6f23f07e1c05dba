/// A job and as whom it runs.
struct PendingJob {
  /// The executor that the job believes it runs on.
  enum Identity {
    /// A store's: an effect, its children, the actors that they call.
    case store
    /// The global executor's, in a process that was adopted.
    case global
    /// The main actor's, in a process that was adopted.
    case main
  }

  let job: UnownedJob
  let identity: Identity

  func run(serial: UnownedSerialExecutor, task: UnownedTaskExecutor) {
    switch identity {
    case .store: job.runSynchronously(isolatedTo: serial, taskExecutor: task)
    case .global: job.runSynchronously(on: task)
    case .main: job.runSynchronously(on: MainActor.sharedUnownedExecutor)
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
  mutating func next() -> PendingJob {
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
