import Foundation
import MachoExploration
import MachoLocks
import MachoSessions
import MachoSystem

extension ExplorationCampaign {
  /// The number of chunks of the first round. Each further round has twice as many, up to the maximum.
  private static let firstRoundSize = 16
  private static let maximumRoundSize = 256

  /// Makes the runs in rounds. Runs of a round continue the beginnings that earlier rounds found, so
  /// they do not depend on the number of workers. Calls `onProgress` on this thread about four times a
  /// second, with the failed runs so far.
  ///
  /// Returns the first failed run of each finding. Unless all findings are requested, only those of
  /// the first chunk with a finding count.
  func explore(
    _ request: ExplorationRequest, _ summary: inout Summary,
    onProgress: (Summary, [FailedRun]) throws -> Void
  ) throws -> [FailedRun] {
    let size = ExplorationRequest.chunkSize
    let end = request.runs / size + (request.runs % size > 0 ? 1 : 0)
    var failures: [FailedRun] = []
    var first = 0
    var roundSize = Self.firstRoundSize
    while first < end {
      let chunks = first..<min(first + roundSize, end)
      let round = try performRound(request, chunks, summary) { round in
        try onProgress(round.summary(summary), failures + round.failures)
      }
      let last = keepsGoing ? .max : round.cutoff
      summary = round.summary(summary, upTo: last)
      failures += round.failures.filter { $0.run / size <= last }
      for entry in round.entries.sorted(by: { $0.run < $1.run }) where entry.run / size <= last {
        summary.seeds.add(entry)
      }
      if isDone(round, chunks.upperBound) || round.isInterrupted { break }
      (first, roundSize) = (chunks.upperBound, min(roundSize * 2, Self.maximumRoundSize))
    }
    var distinct: [FailedRun] = []
    for failure in failures.sorted(by: { $0.run < $1.run })
    where !distinct.contains(where: { $0.finding.isSame(as: failure.finding) }) {
      distinct.append(failure)
    }
    return distinct
  }

  // MARK: Rounds

  /// What the workers of a round have done.
  private struct Round: Sendable {
    var chunks: [Int: ExplorationEvent.ChunkSummary] = [:]
    var isInterrupted = false
    var failures: [FailedRun] = []
    var entries: [CoverageSeeds.Entry] = []
    /// The first chunk with a finding.
    var cutoff = Int.max
    /// Why a worker could not make its runs.
    var error: (any Error)?

    /// Adds the numbers of the chunks up to a number.
    func summary(_ summary: Summary, upTo last: Int = .max) -> Summary {
      var summary = summary
      for number in chunks.keys.sorted() where number <= last {
        guard let chunk = chunks[number] else { continue }
        summary.runs += chunk.runs
        summary.steps += chunk.steps
        summary.sent.formUnion(chunk.sent)
        summary.external.formUnion(chunk.external)
        summary.orders.merge(chunk.orders)
        summary.coverage.merge(chunk.coverage)
        summary.checks.merge(chunk.checks)
      }
      summary.isInterrupted = summary.isInterrupted || isInterrupted
      return summary
    }
  }

  /// Makes the runs of some chunks with all workers.
  private func performRound(
    _ request: ExplorationRequest, _ chunks: Range<Int>, _ summary: Summary,
    onProgress: (Round) throws -> Void
  ) throws -> Round {
    let round = Lock(Round())
    let mailbox = Mailbox<Void>()
    let seeds = summary.seeds
    var running = min(jobs, chunks.count)
    for worker in 0..<running {
      Thread.detachNewThread {
        work(request, chunks, seeds, worker, round)
        mailbox.post(())
      }
    }
    while running > 0 {
      if mailbox.next(within: .milliseconds(250)) != nil { running -= 1 }
      try onProgress(round.withLock { $0 })
    }
    if let error = round.withLock(\.error) { throw error }
    return round.withLock { $0 }
  }

  /// Makes the runs of one worker: every chunk whose number has the same remainder.
  private func work(
    _ request: ExplorationRequest, _ chunks: Range<Int>, _ seeds: CoverageSeeds, _ worker: Int,
    _ round: Lock<Round>
  ) {
    let size = ExplorationRequest.chunkSize
    var request = request
    var (chunk, run, crashes) = (chunks.lowerBound + worker, 0, 0)
    while chunks.contains(chunk) {
      request.task = .explore(
        .init(first: chunk, end: chunks.upperBound, stride: jobs, firstRun: run), seeds)
      let end: ExplorationChild.End
      do {
        end = try child.perform(request, number: worker + 1) { event in
          round.withLock { round in
            switch event {
            case .finding(let finding, let run, let sequence):
              round.failures.append(FailedRun(run: run, finding: finding, sequence: sequence))
              round.cutoff = min(round.cutoff, run / size)
            case .sent(let chunk, let label):
              round.chunks[chunk, default: .init()].sent.insert(label)
            case .checked(let chunk, let checks):
              round.chunks[chunk, default: .init()].checks.merge(checks)
            case .reached(let entry): round.entries.append(entry)
            case .chunk(let done, let part):
              round.chunks[done, default: .init()].add(part)
              (chunk, run, crashes) = (done + jobs, 0, 0)
            default: break
            }
            return !isDone(round, chunk)
          }
        }
      } catch {
        // Without it, the exploration would find nothing in fewer runs.
        round.withLock { $0.error = $0.error ?? error }
        return
      }
      switch end {
      case .failed(let finding, let failed, let sequence):
        let failure = FailedRun(run: failed, finding: finding, sequence: sequence)
        do {
          // One endless run is reported, so the others need not be confirmed.
          let isKnown = round.withLock { $0.failures.contains { $0.finding.isSame(as: finding) } }
          if !isKnown, try !isConfirmed(request, failure) {
            request = request.withScriptLimit
            (chunk, run) = (failed / size, failed)
            continue
          }
        } catch {
          round.withLock { $0.error = $0.error ?? error }
          return
        }
        round.withLock { round in
          round.failures.append(failure)
          round.cutoff = min(round.cutoff, failed / size)
          round.chunks[failed / size, default: .init()].runs += 1
          round.chunks[failed / size, default: .init()].steps += sequence.stepCount
        }
        crashes = failed / size == chunk ? crashes + 1 : 1
        (chunk, run) = (failed / size, failed + 1)
        if crashes >= Self.crashLimit { (chunk, run, crashes) = (chunk + jobs, 0, 0) }
        if round.withLock({ isDone($0, chunk) }) { return }
      case .interrupted:
        round.withLock { $0.isInterrupted = true }
        return
      case .rejected(let error):
        round.withLock { $0.error = $0.error ?? error }
        return
      case .finished, .stopped: return
      }
    }
  }

  /// Whether a worker whose next chunk is `chunk` is done.
  private func isDone(_ round: Round, _ chunk: Int) -> Bool {
    if let deadline, ContinuousClock.now > deadline { return true }
    return !keepsGoing && chunk > round.cutoff
  }
}
