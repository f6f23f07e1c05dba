import CComposable
import DequeModule

/// Chooses which of several ready jobs an executor runs next.
///
/// An executor without a scheduler runs the oldest job. With a scheduler, it asks at each point
/// where more than one candidate is ready. The first candidate is always the one that would run
/// without a scheduler.
///
/// Only the owner of the executor uses it.
package final class JobScheduler {
  /// A job that is ready, or a sleeper whose deadline has come.
  package struct Candidate {
    /// The effect whose task it continues. `nil` if it belongs to no effect, or to an unknown one.
    package let effect: EffectHandle?
    /// Whether it is a sleeper. Choosing it wakes its task.
    package let isSleeper: Bool
  }

  /// The sleepers whose deadline has come while a test clock advances.
  struct DueSleepers {
    /// Returns their effects, in the order of their deadlines.
    let effects: () -> [EffectHandle?]
    /// Wakes the sleeper at an index.
    let wake: (Int) -> Void
  }

  private let choose: (_ candidates: [Candidate], _ acceptsExternalJobs: Bool) -> Int
  private let effectOfTask: (UnsafeRawPointer) -> EffectHandle?
  /// The effects of the tasks that were enqueued, by task identifier. Identifiers are never reused.
  private var effects: [UInt64: EffectHandle] = [:]
  /// The effect of the job that runs now.
  private var runningEffect: EffectHandle?
  /// The effect of which a task is being resumed.
  var resumedEffect: EffectHandle?
  var dueSleepers: DueSleepers?

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - effectOfTask: Returns the effect that the task at an address runs, for tasks that started
  ///     before there was a scheduler.
  ///   - choose: Returns the index of one of the candidates, of which there are at least two.
  package init(
    effectOfTask: @escaping (UnsafeRawPointer) -> EffectHandle?,
    choose: @escaping (_ candidates: [Candidate], _ acceptsExternalJobs: Bool) -> Int
  ) {
    self.effectOfTask = effectOfTask
    self.choose = choose
  }

  /// Records the effect of a job that is being enqueued.
  func didEnqueue(_ job: PendingJob) {
    let id = ccomposable_job_id(job.address)
    guard effects[id] == nil else { return }
    // A task that an effect resumes may be another effect's, so its own address comes first. A new
    // task belongs to the effect that creates it.
    let effect =
      effectOfTask(job.address) ?? resumedEffect ?? EffectContext.current ?? runningEffect
    guard let effect else { return }
    if effects.count >= Self.limit { effects = effects.filter { !$0.value.isFinished } }
    effects[id] = effect
  }

  func willRun(_ job: PendingJob) { runningEffect = effect(of: job) }

  /// Returns the index of the candidate to run: a job, or after the jobs a sleeper.
  func chooseIndex(of jobs: Deque<PendingJob>, acceptsExternalJobs: Bool) -> Int {
    let sleepers = dueSleepers?.effects() ?? []
    guard jobs.count + sleepers.count > 1 else { return 0 }
    let candidates =
      jobs.map { Candidate(effect: effect(of: $0), isSleeper: false) }
      + sleepers.map { Candidate(effect: $0, isSleeper: true) }
    let index = choose(candidates, acceptsExternalJobs)
    precondition(candidates.indices.contains(index), "A scheduler chose no candidate.")
    return index
  }

  private func effect(of job: PendingJob) -> EffectHandle? {
    effects[ccomposable_job_id(job.address)] ?? effectOfTask(job.address)
  }

  /// The number of tasks at which those of finished effects are removed.
  private static let limit = 4096
}

extension EffectHandle {
  /// Runs `body`, which resumes one of the effect's tasks.
  package func resumingTask(_ body: () -> Void) {
    guard executor.isOwnedByCurrentThread, let scheduler = executor.scheduler else { return body() }
    let outer = scheduler.resumedEffect
    scheduler.resumedEffect = self
    defer { scheduler.resumedEffect = outer }
    body()
  }
}

extension StoreCore {
  /// Returns the in-flight effect that the task at an address runs.
  package func effect(ofTaskAt address: UnsafeRawPointer) -> EffectHandle? {
    inFlightEffects.first { effect in
      // SAFETY: a task is a reference to its object and nothing else. The address is only compared.
      effect.task.map { unsafeBitCast($0, to: UnsafeRawPointer.self) } == address
    }
  }

  /// The number of the effect whose task the last job ran. `nil` if it belongs to no effect, or if that
  /// effect has ended.
  package var effectOfLastJob: Int? {
    executor.lastJobAddress.flatMap(effect(ofTaskAt:))?.id
  }

  /// Returns the record of an effect of this core, or `nil` for another core's.
  package func record(of handle: EffectHandle) -> EffectRecord? {
    handle.host === actionSink ? (handle as? InFlightEffect).map(effectRecord) : nil
  }
}
