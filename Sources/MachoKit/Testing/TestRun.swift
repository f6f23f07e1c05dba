import Foundation
import MachoScripting

/// One run of `macho test`: scripts in, reports out.
struct TestRun {
  let scripts: [VariantRun]
  let child: IsolatedScriptRun
  let jobs: Int
  /// The seed of the order in which scripts are started, if that is not theirs.
  let seed: UInt64?
  let environment: [String: String]

  /// Runs the scripts and returns the results of those that ended. The reports are written as the
  /// results come, in the scripts' order, whatever the order in which they run.
  func run(_ reports: [(report: any Reporter, output: ReportOutput)]) throws(ReportOutput.Failure)
    -> [ScriptResult]
  {
    let clock = ContinuousClock()
    let start = clock.now
    var reports = reports
    var results: [ScriptResult] = []
    var progress = ProgressLine(total: scripts.count, environment: environment)
    var failure: ReportOutput.Failure?
    func tell(_ lines: (inout any Reporter) -> [String]) {
      for index in reports.indices {
        let lines = lines(&reports[index].report)
        if !lines.isEmpty { progress?.clear() }
        do throws(ReportOutput.Failure) {
          try reports[index].output.write(lines: lines)
        } catch {
          failure = failure ?? error
        }
      }
    }
    tell { $0.start(scripts.map(\.label)) }
    ParallelRunner(jobs: jobs).run(
      scripts, order: RunOrder.indices(scripts.count, seed: seed),
      work: { [child] in child.result(of: $0) },
      watch: { progress?.update($0, names: scripts.map(\.label)) },
      take: { result in
        guard let result else { return }
        results.append(result)
        if !result.isSuccess { progress?.recordFailure() }
        tell { $0.report(result) }
      })
    progress?.clear()
    let end = RunSummary(
      results: results, duration: start.duration(to: clock.now),
      interruption: child.interruption?.name, unfinished: scripts.count - results.count)
    tell { $0.finish(end) }
    if let failure { throw failure }
    return results
  }
}
