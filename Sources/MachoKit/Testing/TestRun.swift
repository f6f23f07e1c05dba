import Foundation
import MachoReporting
import MachoScripting
import MachoSessions

/// One run of `macho test`: takes scripts and writes reports.
struct TestRun {
  let scripts: [SelectedRun]
  let child: IsolatedScriptRun
  let jobs: Int
  /// The seed that shuffles the start order. Default: the scripts' own order.
  let seed: UInt64?
  let environment: [String: String]
  /// The features that coverage reports as never opened if no script opens them. `nil` without
  /// coverage.
  let listedFeatures: [String]?

  /// Runs the scripts and returns the results of those that finished. Reports are written as
  /// results arrive, in the scripts' order, whatever the order of execution.
  func run(_ reports: [(report: any Reporter, output: ReportOutput)]) throws(ReportOutput.Failure)
    -> [ScriptResult]
  {
    let clock = ContinuousClock()
    let start = clock.now
    var reports = reports
    var results: [ScriptResult] = []
    let groups = SelectedRun.groups(of: scripts, updates: child.updater != nil)
    let names = groups.map { $0.count == 1 ? $0[0].name : $0[0].path }
    var progress = ProgressLine(total: groups.count, environment: environment)
    var failure: ReportOutput.Failure?
    var failed: Set<Int> = []
    func writeReports(_ lines: (inout any Reporter) -> [StyledLine], isLast: Bool = false) {
      for index in reports.indices where !failed.contains(index) {
        let lines = lines(&reports[index].report)
        if !lines.isEmpty { progress?.clear() }
        do throws(ReportOutput.Failure) {
          try reports[index].output.write(lines: lines)
          if isLast { try reports[index].output.finish() }
        } catch {
          failed.insert(index)
          failure = failure ?? error
        }
      }
    }
    writeReports { $0.start(scripts: scripts.map(\.name)) }
    // The number of results that are in the reports.
    var reported = 0
    func reportResults() {
      for result in results[reported...] { writeReports { $0.report(result) } }
      reported = results.count
    }
    ParallelRunner(jobs: min(jobs, SpawnedProcess.maximumCount)).run(
      groups, order: RunOrder.indices(groups.count, seed: seed),
      work: { [child] in child.results(of: $0) },
      onEvent: { progress?.update($0, names: names) },
      onResult: { found in
        for result in found ?? [] {
          results.append(result)
          if !result.isSuccess { progress?.recordFailure() }
        }
        // All scripts must agree on an expectation of a file that several of them source.
        if !results[reported...].contains(where: \.hasFailedFiles) { reportResults() }
      })
    if child.interruption?.signal == nil { child.updater?.updateSourcedFiles(of: &results) }
    reportResults()
    progress?.clear()
    var end = RunSummary(
      results: results, duration: start.duration(to: clock.now),
      interruption: child.interruption?.name, unfinished: scripts.count - results.count)
    end.unopenedFeatures = listedFeatures.map {
      CoverageReport(of: results, listed: $0).unopened
    }
    writeReports({ $0.finish(end) }, isLast: true)
    if let failure { throw failure }
    return results
  }
}
