/// A job and the executor that runs it.
struct PendingJob {
  let job: UnownedJob
  /// Whether it is a main actor job in a process with a process-wide executor.
  let isMainActorJob: Bool

  /// The address of the job: that of its task, for a job of a task.
  var address: UnsafeRawPointer {
    // SAFETY: an unowned job is a reference to a job and nothing else.
    unsafeBitCast(job, to: UnsafeRawPointer.self)
  }

  func run(on executor: UnownedTaskExecutor) {
    if isMainActorJob {
      job.runSynchronously(on: MainActor.sharedUnownedExecutor)
    } else {
      job.runSynchronously(on: executor)
    }
  }
}

/// The ready jobs, oldest first.
struct JobQueue {
  private var jobs: [PendingJob] = []
  private var head = 0

  var isEmpty: Bool { head == jobs.count }

  var count: Int { jobs.count - head }

  /// The jobs, oldest first.
  var elements: ArraySlice<PendingJob> { jobs[head...] }

  mutating func append(_ job: PendingJob) {
    jobs.append(job)
  }

  /// Removes and returns all jobs.
  mutating func dequeueAll() -> [PendingJob] {
    defer { self = JobQueue() }
    return Array(jobs[head...])
  }

  /// Removes and returns the oldest job. The queue must not be empty.
  mutating func dequeue() -> PendingJob {
    let job = jobs[head]
    head += 1
    if head == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 1024, head * 2 >= jobs.count {
      // Frees the storage of jobs that already ran, for a queue that never becomes empty.
      jobs.removeFirst(head)
      head = 0
    }
    return job
  }

  /// Removes and returns the job at an index, counted from the oldest.
  mutating func dequeue(at index: Int) -> PendingJob {
    index == 0 ? dequeue() : jobs.remove(at: head + index)
  }
}
