import Foundation
import MachoExploration
import MachoLocks
import MachoSystem

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
    var labels: [String] = []
    var omissions: [ActionSpace.Omission] = []
    var isInterrupted = false
  }

  /// What the runs of a chunk did.
  private struct ChunkSummary: Sendable {
    var runs = 0
    var steps = 0
    var sent: Set<String> = []
    var external: Set<String> = []
  }

  let request: ExplorationRequest
  let child: ExplorationChild
  let jobs: Int
  /// When to stop, if the time is limited.
  let deadline: ContinuousClock.Instant?
  /// Whether to continue after the first chunk with a finding.
  let keepsGoing: Bool

  /// The maximum number of crashes of a chunk. A feature that crashes in each run is not worth more
  /// processes.
  private static let crashLimit = 3

  // MARK: Discovery

  /// Returns the request with the labels of the actions that effects send. Throws the error of an
  /// invalid request.
  func discover(_ summary: inout Summary) throws -> ExplorationRequest {
    var request = request
    var first = 0
    var crashes = 0
    while true {
      // What the runs before the crashes found out must suffice.
      if crashes >= Self.crashLimit { return try listActions(request, &summary) }
      request.task = .discover(first: first)
      var received = request.settings.receivedLabels
      let end = try child.perform(request, number: 0) { event in
        switch event {
        case .received(let labels): received.formUnion(labels)
        case .actions(let sent, let omitted):
          (summary.labels, summary.omissions) = (sent, omitted)
        default: break
        }
        return true
      }
      request.settings.receivedLabels = received
      switch end {
      case .rejected(let error): throw error
      case .failed(let finding, let run, _):
        // The first run begins after the start of the store, so an earlier crash ends each run.
        guard run < 0 else { throw StartFailure(finding: finding) }
        first = -run
        crashes += 1
      case .finished:
        return try listActions(request, &summary)
      case .interrupted, .stopped:
        summary.isInterrupted = true
        return request
      }
    }
  }

  /// Determines which actions are sent, now that those of effects are known.
  private func listActions(
    _ request: ExplorationRequest, _ summary: inout Summary
  ) throws -> ExplorationRequest {
    var last = request
    last.task = .discover(first: Explorer.discoveryRuns)
    _ = try child.perform(last, number: 0) { event in
      if case .actions(let sent, let omitted) = event {
        (summary.labels, summary.omissions) = (sent, omitted)
      }
      return true
    }
    return request
  }

  /// The feature cannot be opened.
  struct StartFailure: Error {
    let finding: Finding
  }

  // MARK: Runs

  /// The shared state of the workers.
  private struct Progress: Sendable {
    var chunks: [Int: ChunkSummary] = [:]
    var isInterrupted = false
    var failures: [FailedRun] = []
    /// The first chunk with a finding.
    var cutoff = Int.max

    /// Returns the numbers of the chunks up to a number.
    func summary(_ summary: Summary, upTo last: Int = .max) -> Summary {
      var summary = summary
      for (number, chunk) in chunks where number <= last {
        summary.runs += chunk.runs
        summary.steps += chunk.steps
        summary.sent.formUnion(chunk.sent)
        summary.external.formUnion(chunk.external)
      }
      summary.isInterrupted = summary.isInterrupted || isInterrupted
      return summary
    }
  }

  /// Makes the runs. Calls `onProgress` on this thread about four times a second.
  ///
  /// Returns the first failed run of each finding. Unless all findings are requested, only those of
  /// the first chunk with a finding count, so the result does not depend on the number of workers.
  func explore(
    _ request: ExplorationRequest, _ summary: inout Summary,
    onProgress: (Summary, _ failures: Int) -> Void
  ) -> [FailedRun] {
    let progress = Lock(Progress())
    let mailbox = Mailbox<Void>()
    for worker in 0..<jobs {
      Thread.detachNewThread {
        work(request, worker, progress)
        mailbox.post(())
      }
    }
    var running = jobs
    while running > 0 {
      if mailbox.next(within: .milliseconds(250)) != nil { running -= 1 }
      let (present, failures) = progress.withLock { ($0.summary(summary), $0.failures.count) }
      onProgress(present, failures)
    }
    let end = progress.withLock { $0 }
    summary = end.summary(summary, upTo: keepsGoing ? .max : end.cutoff)
    let size = ExplorationRequest.chunkSize
    let counted =
      keepsGoing ? end.failures : end.failures.filter { $0.run / size <= end.cutoff }
    var distinct: [FailedRun] = []
    for failure in counted.sorted(by: { $0.run < $1.run })
    where !distinct.contains(where: { $0.finding.isSame(as: failure.finding) }) {
      distinct.append(failure)
    }
    return distinct
  }

  /// Makes the runs of one worker: every chunk whose number has the same remainder.
  private func work(
    _ request: ExplorationRequest, _ worker: Int, _ progress: Lock<Progress>
  ) {
    let size = ExplorationRequest.chunkSize
    var request = request
    var (chunk, run, crashes) = (worker, 0, 0)
    while chunk * size < request.runs {
      request.task = .explore(firstChunk: chunk, stride: jobs, firstRun: run)
      let end = try? child.perform(request, number: worker + 1) { event in
        progress.withLock { progress in
          switch event {
          case .finding(let finding, let run, let sequence):
            progress.failures.append(FailedRun(run: run, finding: finding, sequence: sequence))
            progress.cutoff = min(progress.cutoff, run / size)
          case .chunk(let done, let runs, let steps, let sent, let external):
            progress.chunks[done, default: ChunkSummary()].runs += runs
            progress.chunks[done, default: ChunkSummary()].steps += steps
            progress.chunks[done, default: ChunkSummary()].sent.formUnion(sent)
            progress.chunks[done, default: ChunkSummary()].external.formUnion(external)
            (chunk, run, crashes) = (done + jobs, 0, 0)
          default: break
          }
          return !isDone(progress, chunk)
        }
      }
      switch end {
      case .failed(let finding, let failed, let sequence):
        progress.withLock { progress in
          progress.failures.append(FailedRun(run: failed, finding: finding, sequence: sequence))
          progress.cutoff = min(progress.cutoff, failed / size)
          progress.chunks[failed / size, default: ChunkSummary()].runs += 1
          progress.chunks[failed / size, default: ChunkSummary()].steps += sequence.stepCount
        }
        crashes = failed / size == chunk ? crashes + 1 : 1
        (chunk, run) = (failed / size, failed + 1)
        if crashes >= Self.crashLimit { (chunk, run, crashes) = (chunk + jobs, 0, 0) }
        if progress.withLock({ isDone($0, chunk) }) { return }
      case .interrupted:
        progress.withLock { $0.isInterrupted = true }
        return
      case .finished, .rejected, .stopped, nil: return
      }
    }
  }

  /// Whether a worker whose next chunk is `chunk` is done.
  private func isDone(_ progress: Progress, _ chunk: Int) -> Bool {
    if let deadline, ContinuousClock.now > deadline { return true }
    return !keepsGoing && chunk > progress.cutoff
  }

  // MARK: Search

  /// The result of a search for states.
  struct SearchResult {
    var end: ExplorationEvent.SearchEnd?
    var states = 0
    var depth = 0
    var graph: String?
    var failure: FailedRun?
  }

  /// Visits the reachable states.
  func search(
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

  // MARK: Findings

  /// Returns the simplest sequence of a finding.
  ///
  /// A candidate that crashes ends its child. If it crashes in the same way, it is the new sequence,
  /// and the next child continues with it.
  func shrink(_ request: ExplorationRequest, _ failure: FailedRun) throws -> ChoiceSequence {
    var request = request
    var best = failure.sequence
    let endsProcess = [.crash, .hang, .endless].contains(failure.finding.kind)
    // The first candidate is the sequence itself, which is known to crash.
    let first: Set<Int> = endsProcess ? [1] : []
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

  /// Returns the lines of a run.
  func describe(
    _ request: ExplorationRequest, _ sequence: ChoiceSequence
  ) throws -> (lines: RunDescription, finding: Finding?) {
    var request = request
    request.task = .describe(sequence)
    var description = RunDescription()
    var found: Finding?
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
}
