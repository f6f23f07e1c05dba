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
