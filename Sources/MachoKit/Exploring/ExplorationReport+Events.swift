import MachoExploration
import MachoSessions

// The lines of the format jsonl. The member `event` is the kind.

extension ExplorationReport {
  struct Known: Encodable {
    var event = "corpus"
    var path: String
    var fails: Bool
  }

  struct Found: Encodable {
    var event = "finding"
    var kind: String
    /// Equal for runs that fail for the same reason, also in another exploration.
    var identity: String
    var message: String
    var run: Int
    var path: String?
    var script: String
    /// In how many orders of ready jobs the run passes. `nil` unless the order matters.
    var schedules: ScheduleSummary?
  }

  struct Suspected: Encodable {
    var event = "suspicion"
    var kind: String
    /// Equal for runs that show the same, also in another exploration.
    var identity: String
    var message: String
    var run: Int
    /// The file of the script. `nil` if none was written.
    var path: String?
    var script: String
  }

  struct Added: Encodable {
    var event = "added"
    var path: String
    /// What only this script of the suite reaches.
    var reaches: [String]
    var script: String
  }

  struct Coverage: Encodable {
    var event = "coverage"
    var features: [CoverageReport.Feature]
  }

  struct Finished: Encodable {
    var event = "finished"
    var feature: String
    var seed: UInt64
    var runs: Int
    var steps: Int
    var failures: Int
    var suspicions: Int
    var interrupted: Bool
    var sent: [String]
    var neverSent: [String]
    var omitted: [ActionSpace.Omission]
    var external: [String]
    var orders: OrderTally
    /// The properties that could not fail in any run.
    var neverEvaluated: [Unevaluated]
  }

  struct Searched: Encodable {
    var event = "searched"
    var feature: String
    var states: Int
    var depth: Int
    var exhausted: Bool
    var neverEvaluated: [Unevaluated]
  }

  /// A property that was never evaluated.
  struct Unevaluated: Encodable {
    var property: String
    var reason: String

    /// Creates the form of a check. Returns `nil` if the property was evaluated.
    init?(_ check: PropertyCheck) {
      guard let reason = check.reason else { return nil }
      (property, self.reason) = (check.property, reason)
    }
  }
}
