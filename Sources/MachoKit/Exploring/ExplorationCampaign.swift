import MachoExploration
import MachoSessions

/// Explores a feature with child processes: finds out what effects send, makes the runs, and
/// simplifies each finding.
struct ExplorationCampaign {
  /// A failed run.
  struct FailedRun: Sendable {
    let run: Int
    let finding: Finding
    let sequence: ChoiceSequence
  }

  /// What the runs did.
  struct Summary: Sendable {
    var runs = 0
    var steps = 0
    var sent: Set<String> = []
    /// The effects that waited for external work.
    var external: Set<String> = []
    var orders = OrderTally()
    var coverage = CoverageReport()
    /// How far the properties were checked.
    var checks: [PropertyCheck] = []
    /// What passing runs reached, with their beginnings.
    var seeds = CoverageSeeds()
    var labels: [String] = []
    var omissions: [ActionSpace.Omission] = []
    var isInterrupted = false
    /// What each run begins with.
    var prefix: RunPrefix
  }

  let request: ExplorationRequest
  var child: ExplorationChild
  let jobs: Int
  /// When to stop, if the time is limited.
  let deadline: ContinuousClock.Instant?
  /// Whether to continue after the first chunk with a finding.
  let keepsGoing: Bool

  /// The maximum number of crashes of a chunk. A feature that crashes in each run is not worth more
  /// processes.
  static let crashLimit = 3

  // MARK: Discovery

  /// Returns the request with the labels of the actions that effects send. Throws the error of an
  /// invalid request.
  func discover(_ summary: inout Summary) throws -> ExplorationRequest {
    var request = request
    var first = 0
    var crashes = 0
    while true {
      // What the runs before the crashes found out must suffice.
      if crashes >= 4 * Self.crashLimit { return try listActions(request, &summary) }
      request.task = .discover(first: first)
      var settings = request.settings
      let end = try child.perform(request, number: 0) { event in
        switch event {
        case .opened(let prefix): summary.prefix = prefix
        case .received(let found):
          settings.receivedLabels.formUnion(found.labels)
          settings.calledEndpoints.formUnion(found.endpoints)
          settings.shownScreens = found.screens.union(settings.shownScreens ?? [])
        case .actions(let sent, let omitted):
          (summary.labels, summary.omissions) = (sent, omitted)
        default: break
        }
        return true
      }
      request.settings = settings
      switch end {
      case .rejected(let error): throw error
      case .failed(let finding, let run, _):
        // The first run begins after the start of the store, so an earlier crash ends each run.
        guard run < 0 else { throw StartFailure(finding: finding) }
        first = -run
        crashes += 1
      case .finished:
        return try listActions(request, &summary)
      case .stopped: return request
      case .interrupted:
        summary.isInterrupted = true
        return request
      }
    }
  }

  /// Determines which actions are sent, now that those of effects are known, and what the effects of screens do
  /// that views push.
  private func listActions(
    _ request: ExplorationRequest, _ summary: inout Summary
  ) throws -> ExplorationRequest {
    var last = request
    last.task = .discover(first: Explorer.discoveryRuns)
    var settings = request.settings
    let end = try child.perform(last, number: 0) { event in
      switch event {
      case .received(let found):
        settings.receivedLabels.formUnion(found.labels)
        settings.calledEndpoints.formUnion(found.endpoints)
      case .actions(let sent, let omitted):
        (summary.labels, summary.omissions) = (sent, omitted)
      default: break
      }
      return true
    }
    if case .rejected(let error) = end { throw error }
    last.settings = settings
    return last
  }

  /// The feature cannot be opened.
  struct StartFailure: Error {
    let finding: Finding
  }
}
