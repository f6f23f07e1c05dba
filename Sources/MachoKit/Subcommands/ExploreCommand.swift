import ArgumentParser
import Foundation
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoValues

struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search for a sequence of actions that breaks a feature, and write it as a script.",
    discussion: """
      Sends random actions with values from the state, from the scripts below the working directory and \
      from lists of unusual values, completes pending calls and advances the clock. Reports crashes, \
      hangs, endless effects, reported issues, uncaught errors of effects and invariants that do not \
      hold. Each failure becomes a short script that fails under 'macho test'. \
      Exit status: 0 nothing was found; 1 a failure; 2 usage; 4 a crash or a hang. The same seed finds \
      the same failures, whatever the number of jobs.
      """)

  @Argument(help: "The feature.")
  var feature: String

  @Option(
    help: ArgumentHelp(
      "Begin each run after the lines of a script, up to LINE. Default: the start state.",
      valueName: "script[:line]"))
  var from: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A condition that must hold after each step, as for 'expect'. Repeat the option for more.",
      valueName: "condition"))
  var invariant: [String] = []

  @Option(
    help: ArgumentHelp(
      "A script of 'expect' lines that must hold after each step.", valueName: "script"))
  var invariants: String?

  @Option(
    help: ArgumentHelp(
      "Interchangeable features, whose states must be equal after each run.",
      valueName: "a,b,..."))
  var variants: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A stub that is in force in each run, as for 'stub'. Repeat the option for more.",
      valueName: "stub"))
  var stub: [String] = []

  @Option(
    help: ArgumentHelp(
      "Visit all reachable states, nearest first, and print the shortest script that reaches this condition.",
      valueName: "condition"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "Visit all reachable states and print them as a diagram.", valueName: "mermaid|dot|json"))
  var graph: StateGraph.Format?

  @Option(
    help: ArgumentHelp("Show only this part of each state in the diagram.", valueName: "path"))
  var project: String?

  @Option(help: "How to search: random, or breadth-first for the nearest failure. Default: random.")
  var strategy = Strategy.random

  @Option(
    help:
      "The maximum number of states that --until, --graph and breadth-first visit. Default: 100000."
  )
  var states = 100_000

  @Option(help: "The number of runs. Default: 2000, or no limit with --for.")
  var runs: Int?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How long to make runs, such as '60s'.", valueName: "duration"))
  var time: String?

  @Option(help: "The maximum number of steps of a run. Default: 50, or no limit for states.")
  var depth: Int?

  @Option(help: "The seed of the random choices. Default: a random one, which is printed.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Send only the actions whose names match this regular expression, also those that effects send.",
      valueName: "regex"))
  var actions: String?

  @Option(
    help: "The directory for scripts of failures. Default: the corpus, or the working directory.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A directory of scripts of earlier failures, which run first.", valueName: "directory"))
  var corpus: String?

  @Option(help: "How many processes make runs. Default: one for each processor.")
  var jobs: Int?

  @Flag(help: "Continue after a failure, and report all that differ.")
  var keepGoing = false

  @Option(help: "The format of the report: pretty or jsonl. Default: pretty.")
  var format = ExplorationReport.Format.pretty

  @OptionGroup var colors: ColorOptions

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth must be at least 1") }
    if states < 1 { throw ValidationError("--states must be at least 1") }
    if project != nil, graph == nil { throw ValidationError("--project requires --graph") }
    if until != nil, graph != nil {
      throw ValidationError("--until and --graph cannot be combined")
    }
    if let runs, runs < 1 { throw ValidationError("--runs must be at least 1") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
    _ = try limit()
  }

  private func limit() throws -> Duration? {
    guard let time else { return nil }
    guard let limit = try? ValueSyntax().read(time[...], as: Duration.self), limit > .zero else {
      throw ValidationError("--for takes a duration such as 60s, not '\(time)'")
    }
    return limit
  }

  func run() throws {
    _ = try Catalog.feature(named: feature)
    let directory = output ?? corpus ?? "."
    try requireWritable(directory, "--output")
    if let corpus { try requireWritable(corpus, "--corpus") }
    let seed = seed ?? UInt64.random(in: 0..<1_000_000)
    let request = try request(seed)
    SpawnedProcess.resetChildSignal()
    let interruption = InterruptSignal.install()
    let work = try TemporaryDirectory()
    defer { work.remove() }
    let campaign = ExplorationCampaign(
      request: request,
      child: ExplorationChild(
        directory: work.path, stepLimit: .seconds(10), interruption: interruption),
      jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      deadline: try limit().map { .now + $0 }, keepsGoing: keepGoing)
    var report = ExplorationReport(
      format: format, palette: colors.palette(for: STDOUT_FILENO), feature: feature, seed: seed)
    var status = ExitStatus.passed
    do {
      try checkCorpus(&report, &status, interruption)
      try explore(campaign, directory, &report, &status)
    } catch let error as ExplorationError {
      printRejection(error)
      throw ExitStatus.usage
    } catch let failure as ExplorationCampaign.StartFailure {
      printError("the feature '\(feature)' cannot be opened: \(failure.finding.message)")
      throw ExitStatus.crashed
    } catch let error as FileError {
      printError("\(error)")
      throw ExitStatus.usage
    }
    interruption?.reraise()
    if status != .passed { throw status }
  }

  private func request(_ seed: UInt64) throws -> ExplorationRequest {
    var settings = ExplorationSettings()
    settings.seed = seed
    if let depth { settings.depth = depth }
    settings.invariants = try invariant + (invariants.map(Self.conditions) ?? [])
    settings.actions = actions
    if let variants {
      let names = variants.split(separator: ",").map(String.init)
      for name in names { _ = try Catalog.feature(named: name) }
      settings.variants = [feature] + names.filter { $0 != feature }
    }
    settings.scriptLines = UserScripts(feature: feature).lines
    return ExplorationRequest(
      feature: feature, lines: try firstLines(), settings: settings,
      runs: runs ?? (time == nil ? 2000 : .max / ExplorationRequest.chunkSize),
      task: .discover(first: 0), log: "")
  }

  /// Returns the lines before the first step. Empty for the start state.
  private func firstLines() throws -> [String] {
    let lines = try from.map(Self.lines) ?? []
    guard !stub.isEmpty else { return lines }
    return (lines.isEmpty ? ["feature \(feature)"] : lines) + stub.map { "stub " + $0 }
  }

  /// Returns the conditions of a script of `expect` lines.
  private static func conditions(of path: String) throws -> [String] {
    let script = try readScript(path)
    return try script.steps.compactMap { step in
      if step.line.command == .feature { return nil }
      guard step.line.command == .expect else {
        throw ValidationError(
          "--invariants: \(path):\(step.lines.lowerBound): only 'expect' is supported")
      }
      return String(step.line.arguments.text)
    }
  }

  /// Returns the commands of `SCRIPT[:LINE]`.
  private static func lines(of origin: String) throws -> [String] {
    let (path, line) = PreludeScript.parseLocation(origin)
    let last = line ?? .max
    let script = try readScript(path)
    return script.steps.filter { $0.lines.lowerBound <= last }.map(\.text)
  }

  private func requireWritable(_ directory: String, _ option: String) throws {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory) else {
      do {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true)
      } catch {
        printError("\(option): cannot create \(directory): \(error.localizedDescription)")
        throw ExitStatus.usage
      }
      return
    }
    guard isDirectory.boolValue, access(directory, W_OK | X_OK) == 0 else {
      let reason = isDirectory.boolValue ? "it is not writable" : "it is not a directory"
      printError("\(option): cannot write to \(directory): \(reason)")
      throw ExitStatus.usage
    }
  }

  private func printRejection(_ error: ExplorationError) {
    let lines = DiagnosticFormatter.styledLines(
      for: error.diagnostic, in: error.text.map { $0[...] } ?? "", 0)
    printError(lines.map(\.text).joined(separator: "\n"))
  }

  // MARK: Exploring

  private func explore(
    _ campaign: ExplorationCampaign, _ directory: String, _ report: inout ExplorationReport,
    _ status: inout ExitStatus
  ) throws {
    var summary = ExplorationCampaign.Summary()
    let request = try campaign.discover(&summary)
    if until != nil || graph != nil || strategy == .breadthFirst {
      return try visitStates(campaign, request, directory, &report, &status)
    }
    let failures = campaign.explore(request, &summary) { summary, failures in
      report.showProgress(summary, failures)
    }
    report.clearProgress()
    for failure in failures {
      try add(failure, campaign, request, directory, &report, &status)
    }
    report.finish(summary, failures: failures.count)
  }

  /// Simplifies a failed run and writes its script.
  private func add(
    _ failure: ExplorationCampaign.FailedRun, _ campaign: ExplorationCampaign,
    _ request: ExplorationRequest, _ directory: String, _ report: inout ExplorationReport,
    _ status: inout ExitStatus
  ) throws {
    let finding = failure.finding
    let raw = try write(failure.sequence, of: finding, request, campaign, directory)
    let sequence =
      campaign.child.interruption?.signal == nil
      ? try campaign.shrink(request, failure) : failure.sequence
    let script = try write(sequence, of: finding, request, campaign, directory)
    if raw.path != script.path, !raw.existed { unlink(raw.path) }
    report.add(script.finding, run: failure.run, path: script.path, text: script.text)
    let isCrash = [.crash, .hang, .endless].contains(finding.kind)
    status = min(status, isCrash ? .crashed : .failed)
  }

  /// Visits the reachable states, and prints a script or a diagram.
  private func visitStates(
    _ campaign: ExplorationCampaign, _ request: ExplorationRequest, _ directory: String,
    _ report: inout ExplorationReport, _ status: inout ExitStatus
  ) throws {
    var limits = StateSearch.Limits()
    limits.states = states
    if let depth { limits.depth = depth }
    let search = ExplorationRequest.Search(
      goal: until, limits: limits, graph: graph, project: project)
    let result = try campaign.search(request, search) { report.showSearch($0, $1) }
    report.clearProgress()
    if let graph = result.graph { print(graph, terminator: "") }
    if let failure = result.failure {
      try add(failure, campaign, request, directory, &report, &status)
    }
    if let until, case .reached(let sequence)? = result.end {
      let run = try campaign.describe(request, sequence).lines
      let text = CounterexampleScript.text(
        reaching: until, run, prefix: prefix(of: request),
        comment: "the shortest way to: \(until) (\(result.states) states visited)")
      print(text, terminator: "")
      if let output {
        try AtomicFile.write(
          Array(text.utf8),
          to: "\(output)/\(feature)-until-\(FNV1aHasher(text).text.prefix(8)).macho")
      }
    } else if graph == nil || result.end != .exhausted {
      report.finish(result, goal: until)
      if until != nil, result.failure == nil { status = min(status, .failed) }
    }
  }

  private func prefix(of request: ExplorationRequest) -> [String] {
    request.lines.isEmpty ? ["feature \(feature)"] : request.lines
  }

  /// Writes the script of a run at once, so that nothing is lost if this process is killed. A script
  /// with the same lines is not replaced.
  private func write(
    _ sequence: ChoiceSequence, of finding: Finding, _ request: ExplorationRequest,
    _ campaign: ExplorationCampaign, _ directory: String
  ) throws -> (path: String, text: String, finding: Finding, existed: Bool) {
    let (lines, found) = try campaign.describe(request, sequence)
    // The shortest run may fail with other values.
    let finding = found.flatMap { $0.isSame(as: finding) ? $0 : nil } ?? finding
    let script = CounterexampleScript(
      lines, finding, feature: feature,
      prefix: prefix(of: request),
      command: commandLine(request.settings))
    let path = (directory == "." ? "" : directory + "/") + script.name
    let existed = ScriptFiles.exists(path)
    if !existed { try AtomicFile.write(Array(script.text.utf8), to: path) }
    return (path, script.text, finding, existed)
  }

  /// The command line that finds the same failures.
  private func commandLine(_ settings: ExplorationSettings) -> String {
    var words = ["macho explore \(feature)"]
    if let from { words.append("--from \(from)") }
    words += settings.invariants.map { "--invariant '\($0)'" } + stub.map { "--stub '\($0)'" }
    if let variants { words.append("--variants \(variants)") }
    if let actions { words.append("--actions '\(actions)'") }
    if let depth { words.append("--depth \(depth)") }
    words.append(
      strategy == .breadthFirst
        ? "--strategy \(strategy.rawValue)" : "--seed \(settings.seed)")
    return words.joined(separator: " ")
  }

  // MARK: Corpus

  /// Runs the scripts of earlier failures.
  private func checkCorpus(
    _ report: inout ExplorationReport, _ status: inout ExitStatus, _ interruption: InterruptSignal?
  ) throws {
    guard let corpus else { return }
    let found = ScriptFiles.find([corpus])
    if let error = found.errors.first { throw error }
    let scripts = try found.files.filter { path in
      let script: Script
      do { script = try ScriptParser.parse(try ScriptFiles.read(path)) } catch {
        throw FileError("use the corpus", path, reason: "the script does not parse")
      }
      return script.steps.contains { $0.line.opens(feature) }
    }
    guard !scripts.isEmpty else { return }
    let launcher = ScriptLauncher(explainsCrashes: false, interruption: interruption)
    launcher.prepare()
    defer { launcher.stop() }
    let runner = IsolatedScriptRun(
      isStrict: false, repetitions: 1, limit: .seconds(60), backtraceLimit: .zero, updater: nil,
      interruption: interruption, launcher: launcher)
    for path in scripts {
      guard let result = runner.result(of: VariantRun(path: path, variant: nil)) else { return }
      report.add(known: result)
      status = min(status, result.exitStatus)
    }
  }
}

extension ExploreCommand {
  /// How to search.
  enum Strategy: String, CaseIterable, ExpressibleByArgument {
    case random
    case breadthFirst = "breadth-first"
  }
}

extension StateGraph.Format: ExpressibleByArgument {}
