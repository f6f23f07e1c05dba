import ArgumentParser
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

/// Prints the results of an exploration, as text or as JSON lines.
struct ExplorationReport {
  /// The format of a report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case pretty, jsonl
  }

  let format: Format
  let palette: Palette
  let feature: String
  let seed: UInt64
  private var progress = StatusLine()
  private let start = ContinuousClock.now

  init(format: Format, palette: Palette, feature: String, seed: UInt64) {
    self.format = format
    self.palette = palette
    self.feature = feature
    self.seed = seed
  }

  // MARK: Progress

  /// Shows the numbers so far at a terminal.
  mutating func showProgress(_ summary: ExplorationCampaign.Summary, _ failures: Int) {
    progress.show(
      "\(feature): \(summary.runs) runs, \(summary.steps) steps, "
        + "\(Int(Double(summary.steps) / (start.duration(to: .now) / .seconds(1)))) a second, "
        + "\(summary.sent.count) of \(summary.labels.count) actions"
        + (failures > 0 ? ", \(failures) failed" : ""))
  }

  /// Shows that suspicions are searched for, or how many were simplified.
  mutating func showSuspicions(_ count: Int = 0) {
    progress.show(
      "\(feature): searching short runs for suspicions"
        + (count > 0 ? ", \(count) simplified" : ""))
  }

  /// Shows the numbers of a search so far at a terminal.
  mutating func showSearch(_ states: Int, _ depth: Int) {
    progress.show("\(feature): \(states) states, up to \(depth) steps from the start")
  }

  mutating func clearProgress() { progress.clear() }

  // MARK: Results

  /// Adds the result of a script of the corpus.
  func add(known result: ScriptResult) {
    switch format {
    case .pretty:
      let isSuccess = result.isSuccess
      show([
        StyledLine(
          (isSuccess ? "mended  " : "known failure  ") + result.path,
          isSuccess ? .unchanged : .problem)
      ])
    case .jsonl: show(Known(path: result.path, fails: !result.isSuccess))
    }
  }

  /// Adds a finding with its script. `path` is that of the script's file, if it could be written.
  func add(
    _ finding: Finding, run: Int, path: String?, script: CounterexampleScript,
    orders: OrderComparison? = nil
  ) {
    switch format {
    case .pretty:
      show(
        [StyledLine("\(finding.kind.rawValue): \(finding.message)", .problem)]
          + lines(of: script) + (orders?.lines ?? [])
          + (path.map { [StyledLine("written to \($0)", .unchanged)] } ?? []))
    case .jsonl:
      show(
        Found(
          kind: finding.kind.rawValue, identity: finding.id, message: finding.message, run: run,
          path: path, script: script.text, schedules: orders?.summary))
    }
  }

  private func lines(of script: CounterexampleScript) -> [StyledLine] {
    script.commands.flatMap(ByteSearch.lines).map { StyledLine("  " + $0) }
  }

  /// Adds a suspicion with its script. `path` is that of the script's file, if one was written.
  func add(suspicion finding: Finding, run: Int, path: String?, script: CounterexampleScript) {
    switch format {
    case .pretty:
      show(
        [StyledLine("suspicion (\(finding.kind.rawValue)): \(finding.message)", .notice)]
          + lines(of: script) + (path.map { [StyledLine("written to \($0)", .unchanged)] } ?? []))
    case .jsonl:
      show(
        Suspected(
          kind: finding.kind.rawValue, identity: finding.id, message: finding.message, run: run,
          path: path, script: script.text))
    }
  }

  /// Adds the scripts that were added to the suite.
  func add(_ scripts: [SuiteAdditions.Script]) {
    switch format {
    case .pretty:
      guard !scripts.isEmpty else {
        return show([StyledLine("the scripts reach all that the runs reached", .unchanged)])
      }
      for script in scripts {
        show(
          [StyledLine("added \(script.path), which reaches:", .added)]
            + script.points.map { StyledLine("  " + $0) })
      }
    case .jsonl:
      for script in scripts {
        show(Added(path: script.path, reaches: script.points, script: script.text))
      }
    }
  }

  /// Adds the coverage of the runs.
  func add(_ coverage: CoverageReport) {
    switch format {
    case .pretty: show(CoverageFormatter(coverage).lines)
    case .jsonl: show(Coverage(features: coverage.features))
    }
  }

  /// Adds the numbers at the end. `others` are failures that `--finding` does not request. Only the
  /// first suspicions were reported.
  func finish(
    _ summary: ExplorationCampaign.Summary, failures: Int, others: Int = 0, suspicions: Int = 0,
    orders strategy: OrderStrategy
  ) {
    let missing = summary.labels.filter { !summary.sent.contains($0) }
    switch format {
    case .pretty:
      let result = failures == 0 ? "no failure" : counted(failures, "failure")
      var lines = [
        "\(feature): \(result) in \(summary.runs) runs with \(summary.steps) steps, seed \(seed)"
      ]
      lines += summary.checks.compactMap(\.sentence)
      if suspicions > 0 {
        let limit = ExplorationCampaign.suspicionLimit
        lines.append(
          counted(suspicions, "suspicion") + (suspicions > limit ? ", \(limit) are shown" : "")
            + ": what is odd and may be intended")
      }
      if others > 0 { lines.append("not requested by --finding: \(counted(others, "failure"))") }
      if summary.orders.runs > 0 { lines.append(summary.orders.text(for: strategy)) }
      if summary.isInterrupted { lines.append("interrupted") }
      lines += listed("never sent", missing)
      lines += listed("external work, which runs ignore", summary.external.sorted())
      let byReason = Dictionary(grouping: summary.omissions, by: \.reason)
      for reason in byReason.keys.sorted() {
        lines += listed("left out, because \(reason)", byReason[reason, default: []].map(\.label))
      }
      show(lines.map { StyledLine($0, .unchanged) })
    case .jsonl:
      show(
        Finished(
          feature: feature, seed: seed, runs: summary.runs, steps: summary.steps,
          failures: failures, suspicions: suspicions, interrupted: summary.isInterrupted,
          sent: summary.sent.sorted(),
          neverSent: missing, omitted: summary.omissions, external: summary.external.sorted(),
          orders: summary.orders,
          neverEvaluated: summary.checks.compactMap(Unevaluated.init)))
    }
  }

  /// Adds the result of a search for states that did not reach its goal.
  func finish(_ result: ExplorationCampaign.SearchResult, goal: String?) {
    let size = "\(result.states) states, up to \(result.depth) steps from the start"
    let text =
      switch result.end {
      case .exhausted:
        goal.map { "no reachable state satisfies '\($0)': all \(size)" }
          ?? "no failure in all \(size)"
      case .failed: "stopped at the failure after \(size)"
      case .limited: "not found within the limit: \(size)"
      case .reached, nil: "interrupted after \(size)"
      }
    switch format {
    case .pretty:
      let checks = result.checks.compactMap(\.sentence)
      show((["\(feature): \(text)"] + checks).map { StyledLine($0, .unchanged) })
    case .jsonl:
      show(
        Searched(
          feature: feature, states: result.states, depth: result.depth,
          exhausted: result.end == .exhausted,
          neverEvaluated: result.checks.compactMap(Unevaluated.init)))
    }
  }

  private func listed(_ title: String, _ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let shown = names.prefix(12).joined(separator: ", ")
    let rest = names.count > 12 ? " and \(names.count - 12) more" : ""
    return ["\(title): \(shown)\(rest)"]
  }

  // MARK: Output

  private func show(_ lines: [StyledLine]) {
    StandardOutput.print(palette.escapedText(of: lines), terminator: lines.isEmpty ? "" : "\n")
  }

  private func show(_ event: some Encodable) { StandardOutput.print(jsonLine(of: event)) }
}
