import MachoExploration
import MachoSessions

extension ExplorationCampaign {
  /// The result of a search for states.
  struct SearchResult {
    var end: ExplorationEvent.SearchEnd?
    var states = 0
    var depth = 0
    var graph: String?
    var failure: FailedRun?
    /// How far the properties were checked.
    var checks: [PropertyCheck] = []
  }

  /// Visits the reachable states.
  func search(
    _ request: ExplorationRequest, _ search: ExplorationRequest.Search,
    onProgress: (_ states: Int, _ depth: Int) -> Void
  ) throws -> SearchResult {
    let result = try performSearch(request, search, onProgress: onProgress)
    guard let failure = result.failure, try !isConfirmed(request, failure) else { return result }
    return try performSearch(request.withScriptLimit, search, onProgress: onProgress)
  }

  private func performSearch(
    _ request: ExplorationRequest, _ search: ExplorationRequest.Search,
    onProgress: (_ states: Int, _ depth: Int) -> Void
  ) throws -> SearchResult {
    var request = request
    request.task = .search(search)
    var result = SearchResult()
    let end = try child.perform(request, number: 0) { event in
      switch event {
      case .searching(let states, let depth):
        onProgress(states, depth)
        (result.states, result.depth) = (states, depth)
      case .searched(let end, let states, let depth):
        (result.end, result.states, result.depth) = (end, states, depth)
      case .checked(_, let checks): result.checks.merge(checks)
      case .graph(let text): result.graph = text
      case .finding(let finding, _, let sequence):
        result.failure = FailedRun(run: 0, finding: finding, sequence: sequence)
      default: break
      }
      return deadline.map { ContinuousClock.now < $0 } ?? true
    }
    switch end {
    case .rejected(let error): throw error
    case .failed(let finding, _, let sequence):
      result.failure = FailedRun(run: 0, finding: finding, sequence: sequence)
      result.end = .failed
    case .stopped: result.end = .limited
    case .finished, .interrupted: break
    }
    return result
  }

  /// Whether a failed run fails in a script too: an endless one only beyond the limit of a script.
  func isConfirmed(_ request: ExplorationRequest, _ failure: FailedRun) throws -> Bool {
    guard failure.finding.kind == .endless, request.workLimit < OpenStore.workLimit else {
      return true
    }
    let finding = try describe(request.withScriptLimit, failure.sequence).finding
    // A run that takes too long for this is stopped in a script too.
    return finding?.kind == .endless || finding?.kind == .hang
  }

  /// Returns the simplest sequence of a finding.
  func shrink(_ request: ExplorationRequest, _ failure: FailedRun) throws -> ChoiceSequence {
    let sequence = try shrinkSuspicion(request, failure)
    let shrunk = FailedRun(run: failure.run, finding: failure.finding, sequence: sequence)
    return try isConfirmed(request, shrunk) ? sequence : failure.sequence
  }

  /// Returns the simplest sequence that fails with the limit of the request.
  ///
  /// A candidate that crashes ends its child. If it crashes in the same way, it is the new sequence,
  /// and the next child continues with it.
  private func shrinkSuspicion(
    _ request: ExplorationRequest, _ failure: FailedRun
  ) throws -> ChoiceSequence {
    var request = request
    var best = failure.sequence
    // The first candidate is the sequence itself, which is known to crash.
    let first: Set<Int> = failure.finding.kind.endsProcess ? [1] : []
    var rejected = first
    // A hang takes as long as its limit, so few candidates are tried.
    var budget = failure.finding.kind == .hang ? 12 : 300
    while budget > 0 {
      budget -= 1
      request.task = .shrink(best, failure.finding, rejected: rejected)
      let end = try child.perform(request, number: 0) { event in
        if case .shrunk(let sequence) = event, sequence != best {
          best = sequence
          rejected = first
        }
        return true
      }
      guard case .failed(let finding, let candidate, let sequence) = end else { return best }
      if finding.isSame(as: failure.finding), sequence < best {
        best = sequence
        rejected = first
      } else {
        rejected.insert(candidate)
      }
    }
    return best
  }

  /// Returns the lines of a run, also after an interruption: a script must not lack some of them. Those
  /// of a finding pass when its defect is mended.
  func describe(
    _ request: ExplorationRequest, _ sequence: ChoiceSequence, for finding: Finding? = nil
  ) throws -> (lines: RunDescription, finding: Finding?) {
    var request = request
    request.task = .describe(sequence, for: finding)
    var description = RunDescription()
    var found: Finding?
    var child = child
    child.interruption = nil
    child.deadline = nil
    let end = try child.perform(request, number: 0) { event in
      switch event {
      case .description(let present): description = present
      case .finding(let finding, _, _): found = finding
      default: break
      }
      return true
    }
    if case .failed(let finding, _, _) = end { found = finding }
    return (description, found)
  }

  /// Returns in how many orders of its jobs a run fails, or `nil` if it cannot be repeated.
  func compareOrders(
    _ request: ExplorationRequest, _ sequence: ChoiceSequence, _ finding: Finding
  ) throws -> OrderComparison? {
    var request = request
    request.task = .compareOrders(sequence, finding)
    var comparison: OrderComparison?
    _ = try child.perform(request, number: 0) { event in
      if case .orders(let found) = event { comparison = found }
      return true
    }
    return comparison
  }
}

extension ExplorationRequest {
  /// The request with the limit of a script.
  var withScriptLimit: ExplorationRequest {
    var request = self
    request.workLimit = OpenStore.workLimit
    return request
  }
}
