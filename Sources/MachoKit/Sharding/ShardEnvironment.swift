/// The shard that the environment of a CI service or a job queue assigns to this process.
struct ShardEnvironment {
  /// The shard. `nil` if the environment names none.
  private(set) var shard: Shard?
  /// The variables that name the shard.
  private(set) var variables: [String] = []

  /// The variables of a service that runs several copies of a job.
  private struct Contract {
    var index: String
    /// `nil` if the service does not tell the number of copies.
    var count: String?
    /// The index of the first copy.
    var first = 0
  }

  /// An invalid shard in the environment.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// In the order of precedence: a test runner before the job that runs it.
  private static let contracts = [
    // Bazel
    Contract(index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"),
    // CircleCI
    Contract(index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"),
    // GitLab, and services with the same variables
    Contract(index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", first: 1),
    Contract(index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    Contract(index: "BITBUCKET_PARALLEL_STEP", count: "BITBUCKET_PARALLEL_STEP_COUNT"),
    Contract(index: "SEMAPHORE_JOB_INDEX", count: "SEMAPHORE_JOB_COUNT", first: 1),
    // Azure Pipelines
    Contract(
      index: "SYSTEM_JOBPOSITIONINPHASE", count: "SYSTEM_TOTALJOBSINPHASE", first: 1),
    // Google Cloud Run and Batch
    Contract(index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"),
    Contract(index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"),
    Contract(index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    // Kubernetes indexed jobs
    Contract(index: "JOB_COMPLETION_INDEX"),
  ]

  /// The variables that name the index of a shard.
  static var indexVariables: [String] { contracts.map(\.index) }

  /// Reads the first contract whose variables are set. `count` replaces the number of shards.
  ///
  /// Throws a `Failure` if a variable is not a number, if the index is out of range, or if `count`
  /// is given and no variable names an index.
  init(_ environment: [String: String], count: Int? = nil) throws {
    func number(_ name: String) throws -> Int? {
      guard let text = environment[name], !text.isEmpty else { return nil }
      guard let number = Int(text) else {
        throw Failure(description: "\(name) is not a number: '\(text)'")
      }
      return number
    }
    for contract in Self.contracts {
      let total = try count ?? contract.count.flatMap(number)
      guard let total, let position = try number(contract.index) else { continue }
      guard let shard = Shard(index: position - contract.first + 1, count: total) else {
        let last = total + contract.first - 1
        throw Failure(
          description: total < 1
            ? "\(contract.count ?? "the number of shards") must be at least 1, not \(total)"
            : "\(contract.index) must be in \(contract.first)...\(last), not \(position)")
      }
      self.shard = shard
      variables = [contract.index] + (count == nil ? [contract.count].compactMap(\.self) : [])
      return
    }
    guard count == nil else {
      let names = Self.indexVariables.joined(separator: ", ")
      throw Failure(
        description: "'--shards' needs the index of this shard in the environment: one of \(names)")
    }
  }

  /// The index variable of a service that does not tell the number of copies, if it is set.
  static func indexWithoutCount(_ environment: [String: String]) -> String? {
    contracts.first { $0.count == nil && environment[$0.index] != nil }?.index
  }
}
