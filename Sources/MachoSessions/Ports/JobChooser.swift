/// Chooses which ready job a store runs next. A store without a chooser runs the oldest one.
///
/// The store asks at each choice point: where more than one job is ready. For equal choices it does
/// the same in every run, unless external work is involved.
package protocol JobChooser: AnyObject {
  /// Returns the index of the job to run.
  func chooseJob(from jobs: ReadyJobs) -> Int
}

/// The jobs that are ready at a choice point: at least two, oldest first.
///
/// A job runs a task until it suspends. While the test clock advances, the sleepers whose deadline
/// has come follow the jobs. Choosing one of them wakes its task.
package struct ReadyJobs {
  /// The IDs of the effects whose tasks the jobs run. `nil` for a job of no effect.
  package let effects: [Int?]
  /// Whether external work may complete meanwhile, so that another run may meet other choice points.
  package let acceptsExternalWork: Bool
  private let describe: (Int) -> ReadyJob

  /// Creates the jobs of a choice point. `describe` returns the description of the job at an index.
  package init(
    effects: [Int?], acceptsExternalWork: Bool, describe: @escaping (Int) -> ReadyJob
  ) {
    self.effects = effects
    self.acceptsExternalWork = acceptsExternalWork
    self.describe = describe
  }

  /// The number of jobs.
  package var count: Int { effects.count }

  /// The descriptions of the jobs, which are made on each call.
  package var descriptions: [ReadyJob] { effects.indices.map(describe) }
}

/// The description of a ready job.
package struct ReadyJob: Codable, Hashable, Sendable {
  /// The ID of the effect. `nil` for a job of no effect.
  package var effect: Int?
  /// The effect with its origin: `#2 run, from queryChanged`.
  package var identity: String
  /// Whether its effect sleeps and its deadline has come.
  package var isSleeper: Bool

  /// Creates a description.
  package init(effect: Int?, identity: String, isSleeper: Bool = false) {
    self.effect = effect
    self.identity = identity
    self.isSleeper = isSleeper
  }
}

extension ReadyJob: CustomStringConvertible {
  package var description: String { isSleeper ? identity + ", wakes" : identity }
}
