import Composable
import MachoSessions

extension StoreAdapter {
  /// Creates the scheduler that asks `chooser`.
  func makeScheduler(_ chooser: any JobChooser) -> JobScheduler {
    // SAFETY: only the adapter's operations install the scheduler, so the adapter outlives calls.
    JobScheduler { [unowned self] address in
      core.effect(ofTaskAt: address)
    } choose: { [unowned self] candidates, acceptsExternalJobs in
      chooser.chooseJob(from: readyJobs(candidates, acceptsExternalJobs))
    }
  }

  private func readyJobs(
    _ candidates: [JobScheduler.Candidate], _ acceptsExternalWork: Bool
  ) -> ReadyJobs {
    ReadyJobs(
      effects: candidates.map { $0.effect?.id }, acceptsExternalWork: acceptsExternalWork
    ) { [unowned self] index in
      let candidate = candidates[index]
      return ReadyJob(
        effect: candidate.effect?.id, identity: identity(of: candidate.effect),
        isSleeper: candidate.isSleeper)
    }
  }

  private func identity(of effect: EffectHandle?) -> String {
    guard let effect else { return "a job of no effect" }
    // Stores of one session share an executor.
    guard let record = core.record(of: effect) else { return "#\(effect.id) of another store" }
    if effect.isFinished { return "#\(effect.id), finished" }
    return "#\(effect.id) \(record.label ?? "run"), from \(label(ofOrigin: record.origin))"
  }
}
