import Foundation
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem

/// One `macho explore`: runs the corpus, then the campaign, and writes and reports what it finds.
struct Exploration {
  let options: ExploreOptions
  let campaign: ExplorationCampaign
  var files: CounterexampleFiles
  /// The file of the JSON form of the coverage, if one was named.
  let coverageFile: ReportOutput?
  var report: ExplorationReport
  /// The exit status.
  private(set) var status = ExitStatus.passed
  /// The scripts of findings before their simplification, by run.
  private var rawFiles: [Int: CounterexampleFiles.File] = [:]
  /// The paths of the scripts that were reported. A run may be as simple when it is found.
  private var reportedPaths: Set<String> = []

  init(
    options: ExploreOptions, campaign: ExplorationCampaign, files: CounterexampleFiles,
    coverageFile: ReportOutput?, report: ExplorationReport
  ) {
    self.coverageFile = coverageFile
    self.options = options
    self.campaign = campaign
    self.files = files
    self.report = report
  }

  mutating func run() throws {
    if let corpus = options.corpus {
      try ExplorationCorpus(directory: corpus, feature: options.feature)
        .run(campaign.child.interruption) { result in
          report.add(known: result)
          status = min(status, result.exitStatus)
        }
    }
    var summary = ExplorationCampaign.Summary(prefix: files.prefix)
    let request = try campaign.discover(&summary)
    files.prefix = summary.prefix
    if options.visitsStates {
      try visitStates(request)
    } else {
      try makeRuns(request, &summary)
    }
  }

  // MARK: Runs

  private mutating func makeRuns(
    _ request: ExplorationRequest, _ summary: inout ExplorationCampaign.Summary
  ) throws {
    let suspicions = try suspicions(request)
    var written: [Finding] = []
    let all = try campaign.explore(request, &summary) { present, failures in
      let failures = failures.filter { options.isRequested($0.finding) }
      report.showProgress(present, failures.count)
      for failure in failures where !written.contains(where: failure.finding.isSame) {
        written.append(failure.finding)
        // At once, so that nothing is lost if this process is killed.
        rawFiles[failure.run] = try writeScript(failure.sequence, of: failure, request).file
      }
    }
    let failures = all.filter { options.isRequested($0.finding) }
    report.clearProgress()
    for failure in failures { try add(failure, request) }
    for file in rawFiles.values { remove(file) }
    try add(suspicions.first)
    if options.add, !summary.isInterrupted {
      let additions = SuiteAdditions(campaign: campaign, request: request, files: files)
      report.add(try additions.write(summary.seeds))
    }
    report.finish(
      summary, failures: failures.count, others: all.count - failures.count,
      suspicions: suspicions.count,
      orders: request.settings.orders)
    for note in suspicions.notes { printError(note) }
    if summary.steps == 0, all.isEmpty, !summary.isInterrupted {
      printError(
        summary.runs == 0 && options.time != nil
          ? "nothing was explored: no step ended within --for \(options.time ?? "")"
          : "nothing was explored: no step of \(summary.runs) runs had an effect")
      status = min(status, .nothingSelected)
    } else if all.isEmpty, !summary.isInterrupted {
      requireEvaluation(summary.checks)
    }
    guard options.coverage != nil else { return }
    var coverage = summary.coverage
    coverage.findUncalledEndpoints(in: Catalog.all)
    report.add(coverage)
    try coverageFile?.write(CoverageFormatter(coverage).json)
    try coverageFile?.finish()
  }

  /// Reports that no property was evaluated. Then "no failure" would be no result.
  private mutating func requireEvaluation(_ checks: [PropertyCheck]) {
    guard checks.isVacuous else { return }
    printError("nothing was checked: no property was evaluated")
    status = min(status, .nothingSelected)
  }

  /// Simplifies a failed run, and writes and reports its script.
  private mutating func add(
    _ failure: ExplorationCampaign.FailedRun, _ request: ExplorationRequest
  ) throws {
    let raw =
      try rawFiles.removeValue(forKey: failure.run)
      ?? writeScript(failure.sequence, of: failure, request).file
    let sequence =
      options.unsimplified || isInterrupted
      ? failure.sequence : try campaign.shrink(request, failure)
    let (file, finding, lines) = try writeScript(sequence, of: failure, request)
    reportedPaths.insert(file.path)
    remove(raw)
    let orders =
      lines.schedule.isEmpty || finding.kind.endsProcess || isInterrupted
      ? nil : try campaign.compareOrders(request, sequence, failure.finding)
    report.add(finding, run: failure.run, path: file.path, script: file.script, orders: orders)
    status = min(status, finding.kind.endsProcess ? .crashed : .failed)
  }

  /// A simplified suspicion.
  private struct Suspicion {
    let run: Int
    let finding: Finding
    let lines: RunDescription
  }

  /// Searches for suspicions, and simplifies the first ones. Returns how many there are in all, and what was
  /// not searched or not repeated.
  private mutating func suspicions(
    _ request: ExplorationRequest
  ) throws -> (first: [Suspicion], count: Int, notes: [String]) {
    guard options.suspicions != .off || options.races else { return ([], 0, []) }
    report.showSuspicions()
    var search = campaign
    // The runs need the rest of the time.
    search.child.deadline = campaign.deadline.map {
      .now + ContinuousClock.now.duration(to: $0) / 2
    }
    let (found, unsearched) = try search.findSuspicions(request)
    let all = found.filter {
      options.isRequested($0.finding) && (options.suspicions != .off || isRace($0.finding))
    }
    var first: [Suspicion] = []
    var lost = 0
    for found in all.prefix(ExplorationCampaign.suspicionLimit) where !isInterrupted {
      let sequence = options.unsimplified ? found.sequence : try campaign.shrink(request, found)
      let (lines, finding) = try campaign.describe(request, sequence, for: found.finding)
      guard finding != nil else {
        lost += 1
        continue
      }
      first.append(Suspicion(run: found.run, finding: finding ?? found.finding, lines: lines))
      report.showSuspicions(first.count)
    }
    var notes: [String] = []
    if unsearched > 0 {
      notes.append(
        "not searched for suspicions, because the feature ended the process: "
          + counted(unsearched, "run"))
    }
    if lost > 0 { notes.append("not repeated: \(counted(lost, "suspicion"))") }
    return (first, all.count, notes)
  }

  /// Whether a suspicion is a failure because `--races` was given: a state that depends on the order of
  /// answers.
  private func isRace(_ finding: Finding) -> Bool {
    options.races && [.late, .answerOrder].contains(finding.kind)
  }

  /// Reports suspicions. Writes their scripts if they count as failures or if a directory was named.
  private mutating func add(_ suspicions: [Suspicion]) throws {
    for found in suspicions {
      var path: String?
      let fails = options.suspicions == .fail || isRace(found.finding)
      // Reported also if the file cannot be written.
      defer {
        report.add(
          suspicion: found.finding, run: found.run, path: path,
          script: files.script(found.lines, found.finding))
      }
      if fails || options.output != nil {
        path = try files.write(found.lines, found.finding).path
      }
      if fails { status = min(status, .failed) }
    }
  }

  /// Removes the script of a run before its simplification.
  private func remove(_ file: CounterexampleFiles.File) {
    if !reportedPaths.contains(file.path) { file.remove() }
  }

  private var isInterrupted: Bool { campaign.child.interruption?.signal != nil }

  /// Writes the script of a run. Reports it if the file cannot be written.
  private mutating func writeScript(
    _ sequence: ChoiceSequence, of failure: ExplorationCampaign.FailedRun,
    _ request: ExplorationRequest
  ) throws -> (file: CounterexampleFiles.File, finding: Finding, lines: RunDescription) {
    let (lines, found) = try campaign.describe(request, sequence, for: failure.finding)
    // The shortest run may fail with other values.
    let finding =
      found.flatMap { $0.isSame(as: failure.finding) ? $0 : nil } ?? failure.finding
    do {
      return (try files.write(lines, finding), finding, lines)
    } catch {
      report.clearProgress()
      report.add(finding, run: failure.run, path: nil, script: files.script(lines, finding))
      throw error
    }
  }

  // MARK: States

  /// Visits the reachable states, and prints a script or a diagram.
  private mutating func visitStates(_ request: ExplorationRequest) throws {
    var limits = StateSearch.Limits()
    limits.states = options.states
    if let depth = options.depth { limits.depth = depth }
    let search = ExplorationRequest.Search(
      goal: options.until, limits: limits, graph: options.graph, project: options.project)
    let result = try campaign.search(request, search) { report.showSearch($0, $1) }
    report.clearProgress()
    if let graph = result.graph { StandardOutput.print(graph, terminator: "") }
    if let failure = result.failure { try add(failure, request) }
    if let until = options.until, case .reached(let sequence)? = result.end {
      let run = try campaign.describe(request, sequence).lines
      let text = CounterexampleScript.text(
        reaching: until, run, prefix: files.prefix,
        comment: "the shortest way to: \(until) (\(result.states) states visited)")
      StandardOutput.print(text, terminator: "")
      if options.output != nil {
        let name = "\(options.feature)-until-\(FNV1aHasher(text).text.prefix(8)).macho"
        try AtomicFile.write(Array(text.utf8), to: files.path(of: name))
      }
    } else if options.graph != nil, result.end == .limited {
      printError("the diagram is incomplete: \(result.states) states were visited within the limit")
      if result.graph == nil { status = min(status, .nothingSelected) }
    } else if options.graph == nil || result.end != .exhausted {
      report.finish(result, goal: options.until)
      if options.until != nil, result.failure == nil { status = min(status, .failed) }
      if options.until == nil, result.end == .exhausted || result.end == .limited {
        requireEvaluation(result.checks)
      }
    }
  }
}
